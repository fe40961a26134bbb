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

// errSkipped reports that this machine does not permit a fault.
var errSkipped = errors.New("not possible here")

const fullDisk = "disk full for 5 s"

// frozenFor is how long a node or its disk does nothing.
const frozenFor = 5 * time.Second

func faults() []fault {
	return []fault{
		{"kill -9, ten times", killOften},
		{"stopped for 5 s (SIGSTOP; stands for a machine that hangs)", freeze},
		{fullDisk, fillDisk},
		{"one bit of the journal flipped after kill -9", damageJournal},
		{"checkpoint header of clicks.duckdb damaged", damageClicks},
		{"log of clicks.duckdb damaged", damageLog},
		{"backup and restore under load", backUp},
	}
}

func killOften(n *node) (string, error) {
	for range 10 {
		n.kill()
		if err := n.start(); err != nil {
			return "", err
		}
		time.Sleep(time.Second)
	}
	return "", nil
}

func freeze(n *node) (string, error) {
	err := n.cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(frozenFor)
	return "", errors.Join(err, n.cmd.Process.Signal(syscall.SIGCONT))
}

// mountSmall mounts a file system of 64 MB in memory.
func mountSmall(path string) (unmount func(), err error) {
	if os.Getuid() != 0 {
		return nil, fmt.Errorf("%w: mounting needs root", errSkipped)
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	if err := syscall.Mount("tmpfs", path, "tmpfs", 0, "size=64m,mode=0700"); err != nil {
		return nil, fmt.Errorf("%w: mount: %w", errSkipped, err)
	}
	return func() { _ = syscall.Unmount(path, 0) }, nil
}

func fillDisk(n *node) (string, error) {
	path := filepath.Join(n.data, "ballast")
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	block := make([]byte, 64<<10)
	for err == nil {
		_, err = file.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return "", err
	}
	time.Sleep(frozenFor)
	return "64 MB tmpfs", errors.Join(file.Close(), os.Remove(path))
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
	time.Sleep(2 * time.Second)
	out, err := exec.Command(n.binary, "doctor", "--rebuild-clicks", "--data", n.data).CombinedOutput() //nolint:gosec // the program under test
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
