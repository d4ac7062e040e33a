-- For wrk: sends the requests in a file, one a line: a path to GET; a path, a tab and a body to POST; or either with
-- another method before it ("DELETE /people/5"). Lines that begin with "# " are headers of all requests.
-- Goes round and round; each thread begins at another place, so that no two send the same request at the same time.
-- With a number of threads as second argument each line is sent once, by one of them, and the time it took is printed.

local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds, nanoseconds; } moment;
  int clock_gettime(int clock, moment *now);
]]

local threads = {}

local function now()
  local moment = ffi.new("moment")
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.seconds) + tonumber(moment.nanoseconds) / 1e9
end

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(arguments)
  prepared = {}
  local headers = { ["Content-Type"] = "application/json" }
  for line in io.lines(arguments[1]) do
    local name, value = line:match("^# ([^:]+): (.*)$")
    if name then
      headers[name] = value
    else
      local head, body = line:match("^([^\t]*)\t(.*)$")
      local method, path = (head or line):match("^(%u+) (.*)$")
      method = method or (body and "POST" or "GET")
      table.insert(prepared, wrk.format(method, path or head or line, headers, body))
    end
  end
  step = tonumber(arguments[2])
  turn = step and number + 1 - step or number * 7919
end

function request()
  if not step then
    turn = turn + 1
    return prepared[turn % #prepared + 1]
  end
  began = began or now()
  if turn + step > #prepared then
    finished = finished or now()
    wrk.thread:stop()
  else
    turn = turn + step
  end
  return prepared[turn]
end

function done(summary)
  local began, finished
  for _, thread in ipairs(threads) do
    local last = thread:get("finished")
    if not last then return end
    began = math.min(began or math.huge, thread:get("began"))
    finished = math.max(finished or 0, last)
  end
  print(string.format("All sent: %d in %f s", summary.requests, finished - began))
end
