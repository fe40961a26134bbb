package journal

import (
	"errors"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestJournal_AppendCallsOnStallWhileItsOwnWriteHangs(t *testing.T) {
	t.Parallel()
	dir, d := t.TempDir(), newFaultyDisk()
	opts := d.options()
	opts.StallAfter = 10 * time.Millisecond
	j := open(t, dir, opts)
	appendAll(t, j, 0, 5, 1000)
	written(t, j)
	d.set(func() { d.frozen = true })

	var called, returned sync.WaitGroup
	called.Add(1)
	onStallEnds := make(chan struct{})
	returned.Go(func() {
		if err := j.Append(numbered(5, 1000), func() { called.Done(); <-onStallEnds }); err != nil {
			t.Error(err)
		}
	})
	called.Wait()
	for i := 6; i < 400; i++ { // several segments
		if err := j.Append(numbered(i, 1000), func() { t.Error("onStall of an append that need not wait was called") }); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Health(); !errors.Is(err, errStalled) {
		t.Errorf("Health while the disk hangs: %v", err)
	}
	wantRecords(t, j, 400)

	d.set(func() { d.frozen = false })
	written(t, j)
	close(onStallEnds)
	returned.Wait()
	eventually(t, "healthy after the disk answers", func() bool { return j.Health() == nil })
	wantRecords(t, open(t, crashCopy(t, dir), small()), 400)
}

func TestJournal_AppendReturnsAfterOnStall(t *testing.T) {
	t.Parallel()
	d := newFaultyDisk()
	opts := d.options()
	opts.StallAfter = time.Millisecond
	j := open(t, t.TempDir(), opts)
	appendAll(t, j, 0, 1, 100) // creates the first file
	for i := 1; i < 20; i++ {
		written(t, j)
		eventually(t, "healthy", func() bool { return j.Health() == nil })
		d.set(func() { d.frozen = true })
		var order []string // unguarded: a race is a fault of Append
		appended := make(chan error)
		go func() {
			err := j.Append(numbered(i, 100), func() {
				d.set(func() { d.frozen = false })
				order = append(order, "onStall")
			})
			order = append(order, "Append")
			appended <- err
		}()
		if err := <-appended; err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(order, []string{"onStall", "Append"}) {
			t.Fatalf("returned in the order %v", order)
		}
	}
}

func TestJournal_AlwaysLeavesWritesToTheWriter(t *testing.T) {
	t.Parallel()
	d := newFaultyDisk()
	opts := d.options()
	opts.Always, opts.StallAfter = true, 10*time.Millisecond
	j := open(t, t.TempDir(), opts)
	appendAll(t, j, 0, 5, 1000)
	d.set(func() { d.frozen = true })
	if err := j.Append(numbered(5, 1000), func() { t.Error("onStall was called") }); err != nil {
		t.Fatal(err)
	}
	d.set(func() { d.frozen = false })
	wantRecords(t, j, 6)
}

func TestJournal_RetriesADirectWriteThatFailed(t *testing.T) {
	t.Parallel()
	dir, d := t.TempDir(), newFaultyDisk()
	j := open(t, dir, d.options())
	appendAll(t, j, 0, 5, 1000)
	written(t, j)
	d.set(func() { d.writeErr = syscall.EIO })
	if err := j.Append(numbered(5, 1000), func() {}); err != nil {
		t.Fatal(err)
	}
	if err := j.Health(); !errors.Is(err, syscall.EIO) {
		t.Errorf("Health: %v", err)
	}
	d.set(func() { d.writeErr = nil })
	eventually(t, "healthy again", func() bool { return j.Health() == nil })
	wantRecords(t, open(t, crashCopy(t, dir), small()), 6)
}
