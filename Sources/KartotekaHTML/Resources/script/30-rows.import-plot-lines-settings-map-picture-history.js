// Pages without rows: there is nothing to walk along, to choose or to search.

const allRows = () => []
const chosenRow = () => {}
const letGo = () => {}
