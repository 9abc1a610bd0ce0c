# SPDX-License-Identifier: Apache-2.0
"""Grades pieces in parallel on this machine."""
import concurrent.futures
import os
import threading
import time

import piece
import store


def duration(seconds):
    return (f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min" if seconds < 5400
            else f"{seconds / 3600:.1f} h")


class Progress:
    def __init__(self, done, total):
        self.before, self.done, self.total, self.started = done, done, total, time.time()
        self.lock = threading.Lock()

    def left(self):
        new = self.done - self.before
        return duration((time.time() - self.started) / new * (self.total - self.done)) if new else "?"

    def note(self, what):
        with self.lock:
            self.done += 1
            left = f", about {self.left()} left" if self.done < self.total else ""
            print(f"[{self.done}/{self.total}] {store.shown(what)}{left}", flush=True)


def grade_one(book, out, item, config):
    """Tries again if the machine or the grader failed. Returns the fault, or ""."""
    lab, key = item["lab"], item["key"]
    for attempt in (1, 2):
        try:
            if not piece.is_done(out, lab, key):
                piece.grade(book, out, lab, key, item["folder"], config)
            return ""
        except piece.Fault as fault:
            if attempt == 2:
                return str(fault)
            time.sleep(1)


def run(book, out, items, config, jobs, total):
    """Skips pieces with a result. Returns {(lab, key): fault}. Raises OSError if results cannot be written."""
    left = [item for item in items if not piece.is_done(out, item["lab"], item["key"])]
    progress, faults = Progress(total - len(left), total), {}
    if total > len(left):
        print(f"{total - len(left)} of {total} already have their results")

    def work(item):
        started = time.time()
        fault = grade_one(book, out, item, config)
        if fault:
            faults[item["lab"], item["key"]] = fault
        names = ", ".join(item["students"][:2]) + (f" and {len(item['students']) - 2} more"
                                                   if len(item["students"]) > 2 else "")
        said = "NOT GRADED, " + fault.splitlines()[0] if fault else ""
        if not fault:
            results = store.read_json(piece.place_of(out, item["lab"], item["key"]) / "results.json")
            said = f"{results['score']}/{results['extra_data']['max_score']}"
        progress.note(f"{item['lab'][:2]} {names}: {said} ({time.time() - started:.0f} s)")

    config = {**config, "workers": max(1, len(os.sched_getaffinity(0)) // jobs)}
    workers = concurrent.futures.ThreadPoolExecutor(jobs)
    try:
        running = set()
        for item in left:  # only a few at a time, so that an exception ends the run soon
            running.add(workers.submit(work, item))
            if len(running) >= jobs:
                ended, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in ended:
                    future.result()
        for future in concurrent.futures.as_completed(running):
            future.result()
    except KeyboardInterrupt:  # running commands end with this process
        print("\nStopped. The same command with --resume continues from here.", flush=True)
        os._exit(130)
    finally:
        workers.shutdown(wait=True, cancel_futures=True)
    if faults:
        print(f"{len(faults)} could not be graded because of the machine or the grader")
    return faults
