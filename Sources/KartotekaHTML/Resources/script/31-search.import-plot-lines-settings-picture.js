// Pages without a search field.

const search = () => {}
