package journal

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// failing returns a journal with 50 records on its disk and 50 in memory, because the disk
// became read-only.
func failing(t *testing.T, dir, spill string) *Journal {
	t.Helper()
	d := newFaultyDisk()
	opts := d.options()
	opts.Spill = spill
	j := open(t, dir, opts)
	appendAll(t, j, 0, 50, 1000)
	written(t, j)
	d.set(func() { d.writeErr, d.full = syscall.EROFS, true })
	appendAll(t, j, 50, 100, 1000)
	return j
}

func withSpill(spill string) Options {
	opts := small()
	opts.Spill = spill
	return opts
}

func filesIn(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// TestJournal_SpillsWhatItsDiskRefuses stops while the disk is read-only. The next start
// reads each record once, also after further restarts, and removes the spill when the
// consumer has passed it.
func TestJournal_SpillsWhatItsDiskRefuses(t *testing.T) {
	t.Parallel()
	dir, spill := t.TempDir(), filepath.Join(t.TempDir(), "made", "spill")
	j := failing(t, dir, spill)
	if err := j.Health(); err == nil || !strings.Contains(err.Error(), "a stop writes them to "+spill) {
		t.Errorf("Health: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	if filesIn(t, spill) == 0 {
		t.Fatal("nothing was spilled")
	}
	for range 2 {
		j = open(t, dir, withSpill(spill))
		wantRecords(t, j, 100)
		if err := j.Losses(); err != nil {
			t.Errorf("Losses: %v", err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	j = open(t, dir, withSpill(spill))
	appendAll(t, j, 100, 300, 1000)
	written(t, j)
	wantRecords(t, j, 300)
	var at uint64
	var err error
	if at, err = j.Read(0, math.MaxUint64, 150, func([]byte) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := j.Forget(at); err != nil {
		t.Fatal(err)
	}
	if n := filesIn(t, spill); n != 0 {
		t.Errorf("%d files are left in the spill", n)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	opts := withSpill(spill)
	opts.After = at
	j = open(t, dir, opts)
	if got := numbers(t, j, at); len(got) != 150 || got[0] != 150 {
		t.Errorf("after the position there are %d records, from %v", len(got), got[:min(1, len(got))])
	}
}

// TestJournal_SpillIsReadOnceByAConsumerThatPassedIt has stored all clicks and was killed
// before it forgot them.
func TestJournal_SpillIsReadOnceByAConsumerThatPassedIt(t *testing.T) {
	t.Parallel()
	dir, spill := t.TempDir(), filepath.Join(t.TempDir(), "spill")
	j := failing(t, dir, spill)
	end := j.End()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	opts := withSpill(spill)
	opts.After = end
	j = open(t, dir, opts)
	if got := numbers(t, j, end); len(got) != 0 {
		t.Errorf("%d records are read again", len(got))
	}
	appendAll(t, j, 100, 101, 1000)
	if got := numbers(t, j, end); len(got) != 1 || got[0] != 100 {
		t.Errorf("the next record is %v", got)
	}
}

func TestJournal_ReportsASpillThatFails(t *testing.T) {
	t.Parallel()
	open := filepath.Join(t.TempDir(), "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil { //nolint:gosec // the test is about it
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	for name, spill := range map[string]string{"others can write to it": open, "a file": file, "a link": link, "below a file": filepath.Join(file, "spill")} {
		err := failing(t, t.TempDir(), spill).Close()
		if !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), "50 records in memory are lost") || !strings.Contains(err.Error(), filepath.Base(filepath.Dir(spill))) {
			t.Errorf("%s: Close returned %v", name, err)
		}
	}
}
