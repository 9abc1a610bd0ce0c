# SPDX-License-Identifier: Apache-2.0
"""A Slurm with one node and its own munge, on the loopback interface."""
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("slurmctld", "slurmd", "munged", "sbatch", "squeue", "scontrol", "scancel")


def why_not():
    """Returns why Slurm cannot be started here, or ""."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    missing = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    if missing:
        return f"{', '.join(missing)}: not installed; `apt-get install slurm-wlm munge` installs them"
    if os.geteuid() != 0:
        return "a test's slurmd must run as root"
    return ""


def free_port():
    """Returns a port below those of outgoing connections, so that none takes it while a daemon restarts."""
    while True:
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", random.randrange(10000, 32000)))
                return s.getsockname()[1]
            except OSError:
                pass


def kill_tasks(out):
    """Kills (-9) grade-class's array tasks for `out`, and returns their number."""
    killed = 0
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"--task" in words and str(pathlib.Path(out, "slurm")).encode() in b" ".join(words):
                os.kill(int(process.name), signal.SIGKILL)
                killed += 1
        except OSError:
            pass
    return killed


class LocalSlurm:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.daemons = {}
        self.host = socket.gethostname().split(".")[0]
        os.environ["PATH"] += ":/usr/sbin:/sbin"
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        self.folder.chmod(0o755)
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.socket = self.folder / "munge.socket"
        ports = [free_port()]
        while len(ports) < 2 or ports[0] == ports[1]:
            ports[1:] = [free_port()]
        self.conf = self.folder / "slurm.conf"
        self.conf.write_text(f"""ClusterName=test
SlurmctldHost={self.host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={self.socket}
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_min_interval=50000
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=30
MinJobAge=10
KillWait=2
NodeName={self.host} NodeAddr=127.0.0.1 NodeHostname={self.host} CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=class Nodes={self.host} Default=YES MaxTime=INFINITE State=UP
""")
        os.environ["SLURM_CONF"] = str(self.conf)

    def start(self):
        self._daemon("munged", "munged", "--foreground", "--force", f"--socket={self.socket}",
                     f"--key-file={self.folder}/munge.key",
                     f"--pid-file={self.folder}/munge.pid", f"--log-file={self.folder}/munge.log",
                     f"--seed-file={self.folder}/munge.seed", "--num-threads=2")
        self._wait(self.socket.exists, "munged")
        self.start_controller()
        self.start_node()
        self._wait(lambda: "idle" in self.ask("sinfo", "--noheader", "--format=%t")
                   or "mix" in self.ask("sinfo", "--noheader", "--format=%t"), "the node")

    def start_controller(self):
        self._daemon("slurmctld", "slurmctld", "-D", "-i", "-f", str(self.conf))

    def start_node(self):
        self._daemon("slurmd", "slurmd", "-D", "-N", self.host, "-f", str(self.conf))

    def _daemon(self, name, *command):
        log = open(self.folder / f"{name}.out", "ab")
        self.daemons[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                              start_new_session=True)
        log.close()

    def _wait(self, until, what):
        for _ in range(6000):
            if until():
                return
            if any(child.poll() is not None for child in self.daemons.values()):
                break
            time.sleep(0.1)
        raise RuntimeError(f"{what} did not start:\n" + "\n".join((self.folder / f"{n}.log").read_text()[-2000:]
            for n in ("munge", "slurmctld", "slurmd") if (self.folder / f"{n}.log").exists()))

    @staticmethod
    def ask(*command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else ""

    def kill(self, name):
        self.daemons[name].kill()
        self.daemons[name].wait()

    def stop(self):
        self.ask("scancel", "--user=root")
        for name in ("slurmd", "slurmctld", "munged"):
            child = self.daemons.get(name)
            if child and child.poll() is None:
                child.send_signal(signal.SIGTERM)
                try:
                    child.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
        # slurmstepd processes of this test that killed daemons have left
        for step in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if b"slurmstepd" in step.read_bytes() and str(self.conf).encode() in (
                    step.parent / "environ").read_bytes():
                    os.kill(int(step.parent.name), signal.SIGKILL)
            except OSError:
                pass
