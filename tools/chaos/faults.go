package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// errSkipped reports that a fault was not injected. Its text is for the table.
var errSkipped = errors.New("not run")

// frozenFor is how long a node, its disk or its database does nothing.
const frozenFor = 5 * time.Second

// visitsBetween is how many visits are answered between two steps of a fault, so
// that each step affects clicks.
const visitsBetween = 200

func faults() []fault {
	return []fault{
		{name: "kill -9, ten times", run: killOften},
		{name: "stopped for 5 s (SIGSTOP; stands for a machine that hangs)", run: freeze},
		{name: "disk full for 5 s", setUp: mountSmall, run: fillDisk},
		{name: "kill -9 and start on a full disk", setUp: mountSmall, run: restartOnFullDisk},
		{name: "disk frozen for 5 s", setUp: mountImage, run: freezeDisk},
		{name: "PostgreSQL away for 5 s", setUp: usePostgres, run: stopPostgres},
		{name: "one bit of the journal flipped after kill -9", run: damageJournal},
		{name: "checkpoint header of clicks.duckdb damaged", run: damageClicks},
		{name: "log of clicks.duckdb damaged", run: damageLog},
		{name: "backup and restore under load", run: backUp},
		{name: "clock stepped by an hour", setUp: useSteppedClock, run: stepClock},
		{name: "file system read-only after an error, then kill -9", setUp: mountImageAlways, run: killReadOnly},
		{name: "file system read-only after an error, then a stop", setUp: mountImageAlways, run: stopReadOnly},
	}
}

func killOften(n *node) (string, error) {
	for range 10 {
		n.kill()
		if err := errors.Join(n.start(), n.waitAnswered(visitsBetween, time.Minute)); err != nil {
			return "", err
		}
	}
	return "", nil
}

func freeze(n *node) (string, error) {
	err := n.cmd.Process.Signal(syscall.SIGSTOP)
	n.pause(frozenFor)
	return "", errors.Join(err, n.cmd.Process.Signal(syscall.SIGCONT))
}

// flip changes a byte of a file.
func flip(path string, at int64) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	one := make([]byte, 1)
	if _, err = file.ReadAt(one, at); err == nil {
		one[0] ^= 0xff
		_, err = file.WriteAt(one, at)
	}
	return errors.Join(err, file.Close())
}

// damageJournal flips a byte of a record that the click store has already, so
// that nothing may be lost.
func damageJournal(n *node) (string, error) {
	n.kill()
	files, err := filepath.Glob(filepath.Join(n.data, "journal", "0*"))
	if err != nil || len(files) == 0 {
		return "", errors.Join(err, errors.New("no journal"))
	}
	return "in a record that was stored", errors.Join(flip(files[0], 200), n.start())
}

func damageClicks(n *node) (string, error) { return n.damageAndRebuild("clicks.duckdb", 4096+16) }

func damageLog(n *node) (string, error) { return n.damageAndRebuild("clicks.duckdb.wal", 60) }

// damageAndRebuild checks that the node starts without the click store and that
// linnet doctor --rebuild-clicks brings it back.
func (n *node) damageAndRebuild(name string, at int64) (string, error) {
	n.kill()
	if err := errors.Join(flip(filepath.Join(n.data, name), at), n.launch()); err != nil {
		return "", err
	}
	if err := n.waitFor("/healthz", time.Minute); err != nil {
		return "", err
	}
	if err := n.waitAnswered(visitsBetween, time.Minute); err != nil {
		return "", err
	}
	out, err := exec.Command(n.binary, "doctor", "--rebuild-clicks", "--data", n.data).
		CombinedOutput()
		//nolint:gosec // the program under test
	if err != nil {
		return "", fmt.Errorf("doctor: %w: %s", err, out)
	}
	for _, line := range strings.Split(string(out), "\n") {
		if strings.Contains(line, "taken over") || strings.Contains(line, "Nothing in it") {
			return line, nil
		}
	}
	return "", nil
}

// backUp backs the node up and restores the backup into another folder, which
// verifies it.
func backUp(n *node) (string, error) {
	archive, restored := filepath.Join(filepath.Dir(n.data), "linnet.tar.gz"), filepath.Join(filepath.Dir(n.data), "restored")
	for _, args := range [][]string{{"backup", archive, "--data", n.data}, {"restore", archive, "--data", restored}} {
		if out, err := exec.Command(n.binary, args...).CombinedOutput(); err != nil { //nolint:gosec // the program under test
			return "", fmt.Errorf("%v: %w: %s", args, err, out)
		}
	}
	return "the node that was backed up is counted", nil
}
