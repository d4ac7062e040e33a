// Pages without rows: there is nothing to walk along, to choose, to delete or to go on with.

const allRows = () => []
const chosenRow = () => {}
const letGo = () => {}
const remove = () => {}
const settle = () => {}
const join = () => {}
