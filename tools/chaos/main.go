// Command chaos runs the linnet binary under load, injects faults and prints
// for each what was answered, counted and sent. It sends to 127.0.0.1 only and
// stops by itself. It exits with 1 when an answered click was lost or one was
// counted twice.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// fault is something that happens to a node under load. setUp, which may be
// nil, prepares the node before it starts. run returns a note.
type fault struct {
	name  string
	setUp func(n *node) (cleanUp func() error, err error)
	run   func(n *node) (note string, err error)
}

func main() {
	binary := flag.String("binary", "../../bin/linnet", "the program to test")
	rate := flag.Int("rate", 300, "visits a second, at most 2000")
	only := flag.String("only", "", "inject only the faults whose name contains this text")
	flag.Parse()
	// An interrupt must not leave a mount or a server behind: the fault that
	// runs ends early and cleans up.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	failed, err := runAll(ctx.Done(), *binary, *only, min(*rate, 2000))
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

func runAll(interrupted <-chan struct{}, binary, only string, rate int) (failed bool, err error) {
	fmt.Println("| fault | answered | counted | sent | lost | extra | ready again after | note |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, f := range faults() {
		if !strings.Contains(f.name, only) {
			continue
		}
		r, err := runOne(interrupted, binary, rate, f)
		if errors.Is(err, errSkipped) {
			fmt.Printf("| %s | – | – | – | – | – | – | %v |\n", f.name, err)
			continue
		}
		if err != nil {
			return true, fmt.Errorf("%s: %w", f.name, err)
		}
		lost, extra := max(0, r.answered-r.counted-r.announced), max(0, r.counted-r.sent)
		failed = failed || lost > 0 || extra > 0
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %s | %s |\n",
			f.name, r.answered, r.counted, r.sent, lost, extra, r.ready.Round(10*time.Millisecond), r.note)
	}
	return failed, nil
}

type result struct {
	answered, counted, sent int64
	announced               int64 // clicks that the node reported as lost if it ends
	ready                   time.Duration
	note                    string
}

// runOne starts a node in a folder of its own and injects one fault.
func runOne(interrupted <-chan struct{}, binary string, rate int, f fault) (r result, err error) {
	dir, err := os.MkdirTemp("", "linnet-chaos-")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	n, err := newNode(binary, filepath.Join(dir, "data"))
	if err != nil {
		return r, err
	}
	n.interrupted = interrupted
	if f.setUp != nil {
		cleanUp, setUpErr := f.setUp(n)
		if setUpErr != nil {
			return r, setUpErr
		}
		defer func() { err = errors.Join(err, cleanUp()) }()
	}
	defer n.kill()
	if err := errors.Join(n.start(), n.prepare()); err != nil {
		return r, err
	}
	err = n.underLoad(rate, f.run, &r)
	if err != nil {
		return r, err
	}
	r.announced = n.announced
	r.counted, err = n.settled(r.answered - r.announced)
	return r, err
}

// underLoad injects a fault between two seconds of load before it and after.
func (n *node) underLoad(rate int, inject func(*node) (string, error), r *result) (err error) {
	n.load = startLoad(n, rate)
	defer func() {
		n.load.stop()
		r.answered, r.sent = n.load.answered.Load(), n.load.sent.Load()
	}()
	n.pause(2 * time.Second)
	if r.note, err = inject(n); err != nil {
		return err
	}
	began := time.Now()
	err = n.waitReady(time.Minute)
	r.ready = time.Since(began)
	n.pause(2 * time.Second)
	return err
}
