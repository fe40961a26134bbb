package app

import (
	"bufio"
	"bytes"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// availableMemory returns the memory in bytes that this process can use: that of the
// machine, or the limit of its control group (a container, a systemd unit) or of a group
// above it. root is the root of the file system. It returns math.MaxInt64 where neither
// can be read.
func availableMemory(root fs.FS) int64 {
	available := machineMemory(root)
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return available
	}
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		switch {
		case parts[0] == "0" && parts[1] == "": // version 2
			available = min(available, groupLimit(root, "sys/fs/cgroup", parts[2], "memory.max", "memory.high"))
		case strings.Contains(","+parts[1]+",", ",memory,"):
			available = min(available, groupLimit(root, "sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes"))
		}
	}
	return available
}

// groupLimit returns the lowest limit in the files of a group and of those above it. In a
// container the group itself may be mounted in the place of the uppermost one.
func groupLimit(root fs.FS, mount, group string, files ...string) int64 {
	lowest := int64(math.MaxInt64)
	for at := path.Clean("/" + group); ; at = path.Dir(at) {
		for _, file := range files {
			lowest = min(lowest, readLimit(root, path.Join(mount, at, file)))
		}
		if at == "/" {
			return lowest
		}
	}
}

// readLimit returns the number in a file; math.MaxInt64 without a limit. Version 1 writes
// a number near that for none.
func readLimit(root fs.FS, file string) int64 {
	content, err := fs.ReadFile(root, file)
	if err != nil {
		return math.MaxInt64
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(content)), 10, 64)
	if err != nil || n <= 0 || n > 1<<60 {
		return math.MaxInt64 // "max"
	}
	return n
}

// machineMemory returns the memory of the machine.
func machineMemory(root fs.FS) int64 {
	content, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return math.MaxInt64
	}
	for lines := bufio.NewScanner(bytes.NewReader(content)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 || fields[0] != "MemTotal:" {
			continue
		}
		if kilobytes, err := strconv.ParseInt(fields[1], 10, 64); err == nil && kilobytes > 0 && kilobytes < 1<<50 {
			return kilobytes << 10
		}
	}
	return math.MaxInt64
}
