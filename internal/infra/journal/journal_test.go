package journal

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("LINNET_TEST_JOURNAL"); dir != "" {
		appendUntilKilled(dir)
	}
	goleak.VerifyTestMain(m)
}

// small returns options with segments of the smallest size and a long StallAfter.
func small() Options {
	return Options{SegmentSize: 1, SyncEvery: time.Millisecond, StallAfter: time.Hour}
}

func open(t *testing.T, dir string, opts Options) *Journal {
	t.Helper()
	j, err := Open(dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// numbered returns a record of n bytes that starts with its number.
func numbered(i, n int) []byte {
	r := make([]byte, max(n, 8))
	binary.LittleEndian.PutUint64(r, uint64(i))
	return r
}

// directOnEven returns an onStall for even numbers, so that these appends write
// themselves, and nil for odd ones.
func directOnEven(i int) func() {
	if i%2 == 0 {
		return func() {}
	}
	return nil
}

func numbers(t *testing.T, j *Journal, after uint64) []int {
	t.Helper()
	var got []int
	for {
		next, err := j.Read(after, math.MaxUint64, 1000, func(r []byte) error {
			got = append(got, int(binary.LittleEndian.Uint64(r)))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if next == after {
			return got
		}
		after = next
	}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// eventually polls until the condition holds.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(10 * time.Second)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-deadline:
			t.Fatal("still not:", what)
		case <-tick.C:
		}
	}
}

func TestJournal_ReadsInOrderAcrossSegmentsAndRestarts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := open(t, dir, small())
	for i := range 500 {
		if err := j.Append(numbered(i, 1000), nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := j.Stats().Segments; n < 5 {
		t.Fatalf("%d segments: the test must cross their borders", n)
	}
	if diff := cmp.Diff(upTo(500), numbers(t, j, 0)); diff != "" {
		t.Fatal(diff)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = open(t, dir, small())
	for i := 500; i < 600; i++ {
		if err := j.Append(numbered(i, 1000), nil); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(upTo(600), numbers(t, j, 0)); diff != "" {
		t.Fatal(diff)
	}
}

func TestRead_ContinuesAndReturnsErrors(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir(), small())
	for i := range 10 {
		if err := j.Append(numbered(i, 8), nil); err != nil {
			t.Fatal(err)
		}
	}
	stop := errors.New("stop")
	var got []int
	after, err := j.Read(0, math.MaxUint64, 100, func(r []byte) error {
		if n := int(binary.LittleEndian.Uint64(r)); n < 3 {
			got = append(got, n)
			return nil
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatalf("got %v, want %v", err, stop)
	}
	if diff := cmp.Diff(upTo(10), append(got, numbers(t, j, after)...)); diff != "" {
		t.Fatal(diff)
	}
}

func TestForget_RemovesConsumedFilesOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := open(t, dir, small())
	for i := range 300 {
		if err := j.Append(numbered(i, 1000), nil); err != nil {
			t.Fatal(err)
		}
	}
	half, err := j.Read(0, math.MaxUint64, 150, func([]byte) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	before := j.Stats().Segments
	if err := j.Forget(half); err != nil {
		t.Fatal(err)
	}
	if after := j.Stats().Segments; after >= before {
		t.Fatalf("%d segments before, %d after", before, after)
	}
	if diff := cmp.Diff(upTo(300)[150:], numbers(t, j, half)); diff != "" {
		t.Fatal(diff)
	}
	if err := j.Forget(j.End()); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	if err != nil || len(files) != 1 {
		t.Fatalf("left over: %v %v", files, err)
	}
}

func TestJournal_PositionsAreMonotonic(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := open(t, dir, Options{After: 1 << 40})
	if err := j.Append(numbered(0, 8), nil); err != nil {
		t.Fatal(err)
	}
	if end := j.End(); end <= 1<<40 {
		t.Fatalf("position %d is not above the sink's", end)
	}
	if diff := cmp.Diff(upTo(1), numbers(t, j, 1<<40)); diff != "" {
		t.Fatal(diff)
	}
	end := j.End()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if j = open(t, dir, Options{}); j.End() != end {
		t.Fatalf("reopened at %d, want %d", j.End(), end)
	}
}

func TestJournal_ConcurrentAppendsAndRead(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir(), small())
	const appenders, each = 8, 2000
	var wg sync.WaitGroup
	for a := range appenders {
		wg.Go(func() {
			for i := range each {
				if err := j.Append(numbered(a*each+i, 100), directOnEven(i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	var got []int
	after := uint64(0)
	eventually(t, "all records read", func() bool {
		next, err := j.Read(after, math.MaxUint64, 500, func(r []byte) error {
			got = append(got, int(binary.LittleEndian.Uint64(r)))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		after = next
		if err := j.Forget(after); err != nil {
			t.Fatal(err)
		}
		return len(got) >= appenders*each
	})
	wg.Wait()
	slices.Sort(got)
	if diff := cmp.Diff(upTo(appenders*each), got); diff != "" {
		t.Fatal(diff)
	}
}

func TestJournal_AppendRejectsInvalidLengths(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir(), Options{})
	for name, record := range map[string][]byte{"empty": nil, "too long": make([]byte, MaxRecord+1)} {
		if err := j.Append(record, nil); !errors.Is(err, ErrRecord) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := j.Append(make([]byte, MaxRecord), nil); err != nil {
		t.Errorf("the longest record: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Append([]byte("late"), nil); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: got %v", err)
	}
}

func TestOpen_LocksTheFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, dir, Options{})
	if second, err := Open(dir, Options{}); err == nil {
		_ = second.Close()
		t.Fatal("a folder was opened twice")
	}
}

func TestJournal_AppendDoesNotAllocate(t *testing.T) {
	j := open(t, t.TempDir(), Options{SyncEvery: time.Hour})
	record := numbered(1, 360)
	if n := testing.AllocsPerRun(1000, func() { _ = j.Append(record, nil) }); n != 0 {
		t.Fatalf("%v allocations an append", n)
	}
}

// appendUntilKilled is the other process of the next test: it prints the
// number of each appended record.
func appendUntilKilled(dir string) {
	j, err := Open(dir, small())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for i := 0; ; i++ {
		if err := j.Append(numbered(i, 200), directOnEven(i)); err != nil {
			os.Exit(1)
		}
		fmt.Println(i)
	}
}

func TestJournal_LosesNothingWhenTheProcessIsKilled(t *testing.T) {
	t.Parallel()
	for range 5 {
		dir := t.TempDir()
		child := exec.Command(os.Args[0], "-test.run=^$")
		child.Env = append(os.Environ(), "LINNET_TEST_JOURNAL="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		last := -1
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if _, err := fmt.Sscan(lines.Text(), &last); err != nil {
				t.Fatal(err)
			}
			if last == 2000 {
				if err := child.Process.Signal(syscall.SIGKILL); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = child.Wait() // "killed", as it should be
		got := numbers(t, open(t, dir, small()), 0)
		if len(got) <= last {
			t.Fatalf("record %d was taken, %d came back", last, len(got))
		}
		if diff := cmp.Diff(upTo(len(got)), got); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestOpen_TruncatesATornTail(t *testing.T) {
	t.Parallel()
	tear := map[string]func(file *os.File, end int64) error{
		"half a record": func(f *os.File, end int64) error { return f.Truncate(end - 4) },
		"wrong bytes": func(f *os.File, end int64) error {
			_, err := f.WriteAt([]byte{0xff}, end-1)
			return err
		},
		"a length without a record": func(f *os.File, end int64) error {
			_, err := f.WriteAt([]byte{16, 0, 0, 0}, end-16-frameSize)
			return errors.Join(err, f.Truncate(end-16))
		},
	}
	for name, damage := range tear {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			j := open(t, dir, small())
			for i := range 10 {
				if err := j.Append(numbered(i, 16), nil); err != nil {
					t.Fatal(err)
				}
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			file, err := os.OpenFile(segmentPath(dir, 0), os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			h := header{} // as the killed process left it
			_, err = file.WriteAt(h.encode(), 0)
			if err := errors.Join(err, damage(file, headerSize+10*(frameSize+16)), file.Close()); err != nil {
				t.Fatal(err)
			}
			j = open(t, dir, small())
			if n := j.Stats().Damaged; n != 1 {
				t.Errorf("%d damaged segments counted", n)
			}
			if err := j.Append(numbered(9, 16), nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(upTo(10), numbers(t, j, 0)); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func TestLock_HasTheIdentityOfTheFolder(t *testing.T) {
	t.Parallel()
	dir, copied := t.TempDir(), t.TempDir()
	identity := func(dir string) string {
		t.Helper()
		lock, err := Lock(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer lock.Close()
		if _, err := Open(dir, Options{}); err == nil {
			t.Error("the journal opens without the lock")
		}
		id, err := lock.Identity()
		if err != nil {
			t.Fatal(err)
		}
		j, err := Open(dir, Options{Lock: lock})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		if _, err := Open(dir, Options{}); err == nil {
			t.Error("Close released a lock of its caller")
		}
		return id
	}
	first := identity(dir)
	if again := identity(dir); again != first || first == "" {
		t.Errorf("the identity changed from %q to %q", first, again)
	}
	if err := Copy(dir, copied); err != nil {
		t.Fatal(err)
	}
	if of := identity(copied); of != first {
		t.Errorf("a copy has the identity %q, want %q", of, first)
	}
	if other := identity(t.TempDir()); other == first {
		t.Error("two journals have one identity")
	}
}
