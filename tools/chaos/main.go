// Command chaos runs the linnet binary under load, injects faults and prints
// for each what was answered, counted and sent. It sends to 127.0.0.1 only and
// stops by itself. It exits with 1 when an answered click was lost or one was
// counted twice.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// fault is something that happens to a node under load. It returns a note.
type fault struct {
	name string
	run  func(n *node) (note string, err error)
}

func main() {
	binary := flag.String("binary", "../../bin/linnet", "the program to test")
	rate := flag.Int("rate", 300, "visits a second, at most 2000")
	flag.Parse()
	failed, err := runAll(*binary, min(*rate, 2000))
	if err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

func runAll(binary string, rate int) (failed bool, err error) {
	fmt.Println("| fault | answered | counted | sent | lost | extra | ready again after | note |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, f := range faults() {
		r, err := runOne(binary, rate, f)
		if errors.Is(err, errSkipped) {
			fmt.Printf("| %s | – | – | – | – | – | – | skipped: %v |\n", f.name, err)
			continue
		}
		if err != nil {
			return true, fmt.Errorf("%s: %w", f.name, err)
		}
		lost, extra := max(0, r.answered-r.counted), max(0, r.counted-r.sent)
		failed = failed || lost > 0 || extra > 0
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %s | %s |\n",
			f.name, r.answered, r.counted, r.sent, lost, extra, r.ready.Round(10*time.Millisecond), r.note)
	}
	return failed, nil
}

type result struct {
	answered, counted, sent int64
	ready                   time.Duration
	note                    string
}

// runOne starts a node in a folder of its own and injects one fault.
func runOne(binary string, rate int, f fault) (r result, err error) {
	dir, err := os.MkdirTemp("", "linnet-chaos-")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	data := filepath.Join(dir, "data")
	if f.name == fullDisk {
		unmount, err := mountSmall(data)
		if err != nil {
			return r, err
		}
		defer unmount()
	}
	n, err := newNode(binary, data)
	if err != nil {
		return r, err
	}
	defer n.kill()
	if err := errors.Join(n.start(), n.prepare()); err != nil {
		return r, err
	}
	load := startLoad(n, rate)
	time.Sleep(2 * time.Second)
	if r.note, err = f.run(n); err != nil {
		load.stop()
		return r, err
	}
	began := time.Now()
	err = n.waitReady(time.Minute)
	r.ready = time.Since(began)
	time.Sleep(2 * time.Second)
	load.stop()
	r.answered, r.sent = load.answered.Load(), load.sent.Load()
	if err != nil {
		return r, err
	}
	r.counted, err = n.settled(r.answered)
	return r, err
}
