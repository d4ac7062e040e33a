-- For wrk with one thread and one connection: a write, a view, a write, a "hello", and so on. How long each took, from
-- sending it until its answer is there, goes to a file. Arguments: a file of writes as requests.lua reads them,
-- the view's path, the hello's path, the file to write.

local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds, nanoseconds; } moment;
  int clock_gettime(int clock, moment *now);
]]

local moment = ffi.new("moment")

local function now()
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.seconds) + tonumber(moment.nanoseconds) / 1e9
end

function init(arguments)
  writes = {}
  for line in io.lines(arguments[1]) do
    local method, path, body = line:match("^(%u+) ([^\t]*)\t(.*)$")
    table.insert(writes, wrk.format(method, path, { ["Content-Type"] = "application/json" }, body))
  end
  reads = { { "view", wrk.format("GET", arguments[2]) }, { "hello", wrk.format("GET", arguments[3]) } }
  times = io.open(arguments[4], "w")
  turn = -1
end

function request()
  turn = turn + 1
  local read = reads[math.floor(turn / 2) % 2 + 1]
  local is_write = turn % 2 == 0
  kind = is_write and "write" or read[1]
  local next = is_write and writes[turn / 2 % #writes + 1] or read[2]
  began = now()
  return next
end

function response(status)
  times:write(kind, " ", now() - began, " ", status, "\n")
end
