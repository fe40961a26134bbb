package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// remoteRate is the fixed rate of redirects a second: a fraction of what either
	// node answers, and too low for the pipeline to hold clicks back.
	remoteRate = 5000
	// remoteSeconds is the shortest run at that rate: some batches of clicks, and
	// enough requests for a 99th percentile.
	remoteSeconds = 10
)

// benchRemote compares a node with embedded stores with one on PostgreSQL and
// ClickHouse, which LINNET_BENCH_DATABASE_URL and LINNET_BENCH_CLICKHOUSE_URL name:
// two empty databases. LINNET_BENCH_STORES are the process ids of their servers, which
// are kept away from the node in the second part: a node whose stores are on other
// machines does not share its processors with them.
func benchRemote(o options) error {
	database, clicks := os.Getenv("LINNET_BENCH_DATABASE_URL"), os.Getenv("LINNET_BENCH_CLICKHOUSE_URL")
	if database == "" || clicks == "" {
		fmt.Println("\nRemote stores: left out, make bench-remote starts them.")
		return nil
	}
	stores, err := storesFrom(os.Getenv("LINNET_BENCH_STORES"))
	if err != nil {
		return err
	}
	return withLinnet(o, func(embedded *process, user *api) error {
		return inFolder(func(dir string) (err error) {
			remote, _, err := startLinnet(o.binary, filepath.Join(dir, "data"), "LINNET_DATABASE_URL="+database, "LINNET_CLICKHOUSE_URL="+clicks)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, remote.stop()) }()
			other, err := signUp(remote.addr)
			if err != nil {
				return err
			}
			for _, u := range []*api{user, other} {
				if _, err := u.link("launch", nil); err != nil {
					return err
				}
			}
			return compareStores(o, stores, []contender{
				{name: "SQLite and DuckDB", server: embedded, path: fixed("/launch")},
				{name: "PostgreSQL and ClickHouse", server: remote, path: fixed("/launch"), stores: stores},
			})
		})
	})
}

// compareStores compares the nodes beside their stores, and then nodes that have a
// processor to themselves.
func compareStores(o options, stores stores, nodes []contender) error {
	if err := compare("Redirects of a cached link, all programs on all processors", o, false, nodes); err != nil {
		return err
	}
	if err := separate(stores, nodes); err != nil {
		fmt.Printf("\nA processor for the node: left out, %v.\n", err)
		return nil
	}
	if err := compare("Redirects of a cached link, a processor for the node, the others for the load and the stores", o, false, nodes); err != nil {
		return err
	}
	o.seconds = max(o.seconds, remoteSeconds)
	visitors := new(atomic.Uint64)
	for i := range nodes {
		nodes[i].rate, nodes[i].crowd = remoteRate, visitors
	}
	return compare(fmt.Sprintf("The same, %d redirects a second, clicks stored meanwhile", remoteRate), o, false, nodes)
}

// separate gives the nodes the first processor, and the load and the stores the other
// ones.
func separate(stores stores, nodes []contender) error {
	last := runtime.NumCPU() - 1
	if last == 0 {
		return errors.New("there is only one")
	}
	others, err := stores.processes()
	if err != nil {
		return err
	}
	for _, pid := range append(others, os.Getpid()) {
		if err := pin(pid, fmt.Sprintf("1-%d", last)); err != nil {
			return err
		}
	}
	for _, n := range nodes {
		if err := pin(n.server.cmd.Process.Pid, "0"); err != nil {
			return err
		}
	}
	return nil
}

// pin binds all threads of a process to processors, such as 0 or 1-3. What they start
// later inherits that.
func pin(pid int, processors string) error {
	out, err := exec.Command("taskset", "--all-tasks", "--cpu-list", "--pid", processors, strconv.Itoa(pid)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("taskset: %w: %s", err, bytes.TrimSpace(out))
	}
	return nil
}

// stores are the ids of processes that run database servers, each with its children.
type stores []int

// storesFrom parses ids that are separated by spaces.
func storesFrom(text string) (all stores, err error) {
	for _, field := range strings.Fields(text) {
		pid, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("LINNET_BENCH_STORES: %w", err)
		}
		all = append(all, pid)
	}
	return all, nil
}

// processes returns the ids of the servers and of all processes below them.
func (s stores) processes() (all []int, err error) {
	for _, pid := range s {
		below, err := descendants(pid)
		if err != nil {
			return nil, err
		}
		all = append(all, below...)
	}
	return all, nil
}

// processorTime returns what the servers have used so far, without processes that
// have ended.
func (s stores) processorTime() (total time.Duration, err error) {
	all, err := s.processes()
	for _, pid := range all {
		used, usedErr := processorTime(pid)
		if errors.Is(usedErr, os.ErrNotExist) {
			continue // a connection of PostgreSQL that was closed
		}
		total, err = total+used, errors.Join(err, usedErr)
	}
	return total, err
}
