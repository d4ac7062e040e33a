-- For wrk: sends the requests in a file round and round, one a line: a path, or a path, a tab and a JSON body to POST.
-- Each thread begins at another place, so that no two send the same request at the same time.

local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  prepared = {}
  local json = { ["Content-Type"] = "application/json" }
  for line in io.lines(arguments[1]) do
    local path, body = line:match("^([^\t]*)\t(.*)$")
    if body then
      table.insert(prepared, wrk.format("POST", path, json, body))
    else
      table.insert(prepared, wrk.format("GET", line))
    end
  end
  turn = number * 7919
end

function request()
  turn = turn + 1
  return prepared[turn % #prepared + 1]
end
