package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// mountSmall mounts a file system of 64 MB in memory as the data folder.
func mountSmall(n *node) (unmount func() error, err error) {
	if err := makeMountPoint(n.data); err != nil {
		return nil, err
	}
	if err := syscall.Mount("tmpfs", n.data, "tmpfs", 0, "size=64m,mode=0700"); err != nil {
		return nil, fmt.Errorf("%w: mount: %w", errSkipped, err)
	}
	return func() error { return unmountFrom(n.data) }, nil
}

func makeMountPoint(path string) error {
	if os.Getuid() != 0 {
		return fmt.Errorf("%w: mounting needs root", errSkipped)
	}
	return os.MkdirAll(path, 0o700)
}

// unmountFrom detaches the mount if something still uses it, so that it goes
// away in any case, and reports that it was in use.
func unmountFrom(path string) error {
	err := syscall.Unmount(path, 0)
	if errors.Is(err, syscall.EBUSY) {
		err = errors.Join(err, syscall.Unmount(path, syscall.MNT_DETACH))
	}
	return err
}

func fillDisk(n *node) (string, error) {
	free, err := n.fill()
	if err != nil {
		return "", err
	}
	n.pause(frozenFor)
	return "64 MB tmpfs", free()
}

// restartOnFullDisk fails if the node does not start, answers no visit, or does
// not name the way out.
func restartOnFullDisk(n *node) (string, error) {
	free, err := n.fill()
	if err != nil {
		return "", err
	}
	if err := n.waitAnswered(visitsBetween, time.Minute); err != nil {
		return "", errors.Join(err, free())
	}
	n.kill()
	if err := errors.Join(n.launch(), n.waitFor("/healthz", time.Minute)); err != nil {
		return "", errors.Join(err, free())
	}
	before := n.load.answered.Load()
	note := n.watch(frozenFor)
	if n.load.answered.Load() == before {
		err = errors.New("no visit was answered while the disk was full")
	}
	const advice = "Free disk space"
	if !strings.Contains(n.log.String(), advice) {
		err = errors.Join(err, fmt.Errorf("the log does not contain %q", advice))
	}
	// Doctor exits with 1, because it finds problems.
	found, _ := exec.Command(n.binary, "doctor", "--data", n.data).CombinedOutput() //nolint:gosec // the program under test
	if !strings.Contains(string(found), advice) {
		err = errors.Join(err, fmt.Errorf("doctor does not print %q: %s", advice, oneLine(string(found))))
	}
	return "64 MB tmpfs; while full " + note, errors.Join(err, free())
}

// fill uses all space of the data folder's disk until free is called.
func (n *node) fill() (free func() error, err error) {
	path := filepath.Join(n.data, "ballast")
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	block := make([]byte, 64<<10)
	for err == nil {
		_, err = file.Write(block)
	}
	free = func() error { return errors.Join(file.Close(), os.Remove(path)) }
	if !errors.Is(err, syscall.ENOSPC) {
		return nil, errors.Join(err, free())
	}
	return free, nil
}

// mountImage mounts an ext4 file system in a file as the data folder.
func mountImage(n *node) (unmount func() error, err error) {
	if err := makeMountPoint(n.data); err != nil {
		return nil, err
	}
	image := filepath.Join(filepath.Dir(n.data), "disk.ext4")
	if err := errors.Join(os.WriteFile(image, nil, 0o600), os.Truncate(image, 512<<20)); err != nil {
		return nil, err
	}
	if err := errors.Join(runTool("mkfs.ext4", "-q", "-F", "-e", "remount-ro", image), mountLoop(image, n.data)); err != nil {
		return nil, fmt.Errorf("%w: %w", errSkipped, err)
	}
	return func() error { return unmountFrom(n.data) }, nil
}

// mountImageAlways is mountImage for a node that syncs each click: those of the
// last second would be lost with the file system.
func mountImageAlways(n *node) (unmount func() error, err error) {
	n.env = append(n.env, "LINNET_JOURNAL_SYNC=always")
	return mountImage(n)
}

func mountLoop(image, folder string) error { return runTool("mount", "-o", "loop", image, folder) }

// runTool runs a command of the system. The error contains its output.
func runTool(name string, args ...string) error {
	out, err := exec.Command(name, args...).CombinedOutput() //nolint:gosec // fixed commands on our own folder
	if err != nil {
		return fmt.Errorf("%s: %w %s", name, err, oneLine(string(out)))
	}
	return nil
}

// waitingClicks matches the number of clicks in memory in the output of doctor.
var waitingClicks = regexp.MustCompile(`(\d+) clicks wait in memory and are lost if Linnet is killed`)

// killReadOnly kills a node whose file system is read-only: it loses the clicks that doctor
// has announced.
func killReadOnly(n *node) (string, error) {
	return n.readOnly(func(waiting int64) string {
		n.announced = waiting
		n.kill()
		return "killed; doctor announced the loss of"
	})
}

// stopReadOnly stops such a node: it writes its clicks to another place and loses none.
func stopReadOnly(n *node) (string, error) {
	return n.readOnly(func(int64) string {
		n.stop()
		return "stopped; clicks in memory:"
	})
}

// readOnly makes ext4 find an error, after which the file system is read-only until it is
// mounted again. Clicks wait in memory meanwhile, and doctor says how many. Then end ends
// the process and says how; another one starts with the file system as it was.
func (n *node) readOnly(end func(waiting int64) string) (string, error) {
	source, err := exec.Command("findmnt", "-no", "SOURCE", n.data).Output() //nolint:gosec // our own folder
	if err != nil {
		return "", fmt.Errorf("%w: findmnt: %w", errSkipped, err)
	}
	trigger := filepath.Join("/sys/fs/ext4", filepath.Base(strings.TrimSpace(string(source))), "trigger_fs_error")
	if err := os.WriteFile(trigger, []byte("chaos"), 0); err != nil {
		return "", fmt.Errorf("%w: %w", errSkipped, err)
	}
	if err := os.WriteFile(filepath.Join(n.data, "probe"), nil, 0o600); !errors.Is(err, syscall.EROFS) {
		return "", fmt.Errorf("the file system is not read-only: %w", err)
	}
	before := n.load.answered.Load()
	note := n.watch(frozenFor)
	if n.load.answered.Load() == before {
		return "", errors.New("no visit was answered while the file system was read-only")
	}
	n.load.visiting.Lock()
	defer n.load.visiting.Unlock()
	// Doctor exits with 1, because it finds problems.
	found, _ := exec.Command(n.binary, "doctor", "--data", n.data).CombinedOutput() //nolint:gosec // the program under test
	match := waitingClicks.FindSubmatch(found)
	if match == nil {
		return "", fmt.Errorf("doctor does not say how many clicks wait in memory: %s", oneLine(string(found)))
	}
	waiting, err := strconv.ParseInt(string(match[1]), 10, 64)
	if err != nil {
		return "", err
	}
	ended := end(waiting)
	image := filepath.Join(filepath.Dir(n.data), "disk.ext4")
	if err := errors.Join(syscall.Unmount(n.data, 0), mountLoop(image, n.data), n.start()); err != nil {
		return "", err
	}
	return fmt.Sprintf("ext4; while read-only %s; %s %d", note, ended, waiting), nil
}

// oneLine makes a command's output fit in a row of the table.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// holdFrozen freezes a file system until its standard input ends, which also
// happens when this program is killed, and for 30 s at most.
const holdFrozen = `fsfreeze --freeze "$1" || exit 1
echo frozen
timeout 30 cat >/dev/null
fsfreeze --unfreeze "$1"`

func freezeDisk(n *node) (string, error) {
	thaw, err := freezeFileSystem(n.data)
	if err != nil {
		return "", err
	}
	written := make(chan error, 1)
	// In a process of its own: a thread that waits for a frozen disk would keep
	// this program, and with it the pipe, alive after a kill.
	go func() { written <- exec.Command("touch", filepath.Join(n.data, "probe")).Run() }() //nolint:gosec // our own folder
	note := n.watch(frozenFor)
	select {
	case err = <-written:
		return "", errors.Join(errors.New("the disk was not frozen: a write to it ended"), err, thaw())
	default:
	}
	// The probe ends once the disk thaws.
	return "ext4, fsfreeze; while frozen " + note, errors.Join(thaw(), <-written)
}

func freezeFileSystem(path string) (thaw func() error, err error) {
	shell := exec.Command("sh", "-c", holdFrozen, "sh", path)
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C must not end it before it thaws
	var refused strings.Builder
	shell.Stderr = &refused
	input, err := shell.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := shell.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := shell.Start(); err != nil {
		return nil, err
	}
	if _, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		return nil, fmt.Errorf("%w: fsfreeze: %w %s", errSkipped, errors.Join(input.Close(), shell.Wait()), oneLine(refused.String()))
	}
	return func() error { return errors.Join(input.Close(), shell.Wait()) }, nil
}
