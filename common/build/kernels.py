# SPDX-License-Identifier: Apache-2.0
"""gdb commands for the simulated device's kernels: whoami, goto_thread and goto_block. `make debug` and VS Code load
this file. If the program stops in another thread, prints which one."""
import struct

import gdb

SETTINGS = """
set confirm off
set pagination off
set print thread-events off
set debuginfod enabled off
# The simulated device interrupts threads with this signal. Under gdb, each thread runs until it waits.
handle SIGURG nostop noprint nopass
# `step` enters functions of the .cu file, but not functions in headers.
skip -gfi *.h
skip -rfu ^std::
"""


class Launches(gdb.Breakpoint):
    """Counts kernel launches and, unless `last` is None, stops at the launch after it."""

    def __init__(self):
        super().__init__("simcu::run_grid", internal=True)
        self.count, self.last = 0, None
        gdb.execute("define hook-run\npython launches.count = 0\nend")

    def stop(self):
        self.count += 1
        return self.last is not None and self.count > self.last


class Arrival(gdb.Breakpoint):
    def __init__(self, place, launch, block, thread):
        super().__init__(place, internal=True)
        self.launch, self.wanted, self.arrived = launch, (block, thread), False

    def stop(self):
        self.arrived = launches.count == self.launch and (number("block"), number("thread")) == self.wanted
        return self.arrived


addresses = {}  # of the built-in variables, which are thread-local; gdb takes milliseconds to find one


def built_in(name):
    """Returns x, y and z of threadIdx or a similar variable, even in a file that does not use it and lacks its
    type."""
    key = gdb.selected_thread().ptid, name
    if key not in addresses:
        addresses[key] = int(gdb.parse_and_eval(f"(unsigned long) &::{name}"))
    return struct.unpack("3I", gdb.selected_inferior().read_memory(addresses[key], 12))


def extent(what):
    """Returns as x, y, z how many blocks the grid has ("block"), or how many threads the block has ("thread")."""
    return built_in({"block": "gridDim", "thread": "blockDim"}[what])


def index(what):
    return built_in(f"{what}Idx")


def number(what):
    """Returns the running block's index in the grid, or the running thread's in its block; x varies fastest."""
    (x, y, z), (wide, high, _) = index(what), extent(what)
    return x + wide * (y + high * z)


def count(what):
    x, y, z = extent(what)
    return x * y * z


def described(what):
    one_dimension = count(what) == extent(what)[0]
    shown = [index(what)[0], extent(what)[0]] if one_dimension else [tuple(index(what)), tuple(extent(what))]
    return f"{what} {shown[0]} of {shown[1]}"


def whoami():
    return f"{described('block')}, {described('thread')}"


def frames():
    frame = gdb.newest_frame() if gdb.selected_inferior().pid else None
    while frame is not None:
        yield frame
        frame = frame.older()


def is_in_kernel():
    names = [frame.name() or "" for frame in frames()]
    return any(name.startswith("simcu::run_thread<") for name in names[1:])


class Whoami(gdb.Command):
    """Prints the current thread and block."""

    def __init__(self):
        super().__init__("whoami", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        require_kernel("whoami")
        print(whoami())


def require_kernel(command):
    if not is_in_kernel():
        raise gdb.GdbError(f"{command}: no thread of a kernel is stopped here. Use `tbreak LINE`, with a line of your "
                           "kernel, and then `run`.")


class GoTo(gdb.Command):
    """Continues until a thread reaches this line; restarts the program if the thread has passed it."""

    def __init__(self, name, usage, most):
        super().__init__(name, gdb.COMMAND_RUNNING)
        self.name, self.usage, self.most = name, usage, most

    def numbers(self, argument):
        words = gdb.string_to_argv(argument)
        if not 1 <= len(words) <= self.most or not all(word.isdigit() for word in words):
            raise gdb.GdbError(f"Usage: {self.usage}, where numbers start at 0.")
        found = [int(word) for word in words]
        if self.name == "goto_block":
            found.append(number("thread"))
        return ([number("block")] if len(found) == 1 else []) + found

    def invoke(self, argument, from_tty):
        require_kernel(self.name)
        block, thread = self.numbers(argument)
        for what, wanted in (("block", block), ("thread", thread)):
            if wanted >= count(what):
                there = {"block": "the grid has blocks", "thread": "a block has threads"}[what]
                raise gdb.GdbError(f"{self.name}: no {what} {wanted}; {there} 0 to {count(what) - 1}.")
        line = gdb.selected_frame().find_sal()
        if line.symtab is None:
            raise gdb.GdbError(f"{self.name}: the program is not stopped in a line of your file. `up` goes to the "
                               "caller.")
        place, launch = f"{line.symtab.filename}:{line.line}", launches.count
        here = number("block"), number("thread")
        if arrives("continue", place, launch, block, thread) or not launch_has_ended():
            return
        print(f"Block {block}, thread {thread} had passed line {line.line}, so the program starts again.")
        if not arrives("run", place, launch, block, thread) and launch_has_ended():
            print(f"Block {block}, thread {thread} never reaches line {line.line} in this launch. Back to block "
                  f"{here[0]}, thread {here[1]}.")
            arrives("run", place, launch, *here)


def arrives(how, place, launch, block, thread):
    """Returns whether that thread reaches the line, and stops it there. Other breakpoints are off meanwhile."""
    others = [each for each in gdb.breakpoints() if each.number > 0 and each.enabled]
    for each in others:
        each.enabled = False
    arrival = Arrival(place, launch, block, thread)
    launches.last = launch
    try:
        said = gdb.execute(how, to_string=True)
        if arrival.arrived:
            print(f"[{whoami()}]")
            gdb.execute("frame")
        elif not launch_has_ended():
            print(said)
        return arrival.arrived
    finally:
        launches.last = None
        arrival.delete()
        for each in others:
            each.enabled = True


def launch_has_ended():
    """Returns whether the program has ended or begins the next launch."""
    names = [frame.name() or "" for frame in frames()]
    return not names or names[0].startswith("simcu::run_grid")


shown = None


def on_stop(event):
    global shown
    if is_in_kernel():
        now = whoami()
        if now != shown:
            print(f"[{now}]")
        shown = now
    elif shown and any((frame.name() or "").startswith("simcu::worker::fiber_main") for frame in frames()):
        print(f"[{shown} has ended. `continue` runs the others.]")
        shown = None


for setting in SETTINGS.strip().split("\n"):
    if not setting.startswith("#"):
        gdb.execute(setting, to_string=True)
launches = Launches()
Whoami()
GoTo("goto_thread", "goto_thread [BLOCK] THREAD", 2)
GoTo("goto_block", "goto_block BLOCK", 1)
gdb.events.stop.connect(on_stop)
gdb.events.exited.connect(lambda event: addresses.clear())
