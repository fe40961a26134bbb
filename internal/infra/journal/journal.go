// Package journal keeps records on the local disk in the order they came,
// until somebody has taken them elsewhere. It knows nothing of what a record
// holds.
//
// Records go into pre-allocated segments that are mapped into memory: an
// append is a copy, without a system call, and survives the death of the
// process because the pages belong to the kernel. Measured against write(2)
// on ext4 in BenchmarkAppend and BenchmarkWrite; see append_bench_test.go.
// What survives the death of the machine is what was synced: each second in
// the background, or before every Append returns (Options.Always).
//
// When the disk is full, segments live in memory up to a bound and move to the
// disk as soon as it takes them. Health says so meanwhile.
package journal

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// MaxRecord is the longest record, in bytes.
const MaxRecord = 64 << 10

// Errors of Append.
var (
	ErrClosed = errors.New("journal: closed")
	ErrRecord = errors.New("journal: a record has 1 to 65536 bytes")
	ErrFull   = errors.New("journal: the disk takes no more and the memory set aside is used up")
)

// Options tune a journal. The zero value is ready to use.
type Options struct {
	// After is the position that the sink has reached. New records get higher
	// positions even when the folder was lost or is older than the sink.
	After uint64
	// Always makes every Append wait until its record is synced.
	Always bool
	// SyncEvery is the time between two syncs in the background; 0: a second.
	SyncEvery time.Duration
	// SegmentSize is the size of one file, in bytes; 0: 8 MiB.
	SegmentSize int
	// MemoryLimit bounds what is held in memory while the disk takes nothing,
	// in bytes, rounded down to whole segments; 0: 64 MiB.
	MemoryLimit int

	// create makes a file of that size with its blocks reserved. Tests put a
	// full disk in its place.
	create func(path string, size int64) (*os.File, error)
}

func (o Options) withDefaults() Options {
	if o.SyncEvery <= 0 {
		o.SyncEvery = time.Second
	}
	if o.SegmentSize <= 0 {
		o.SegmentSize = 8 << 20
	}
	if o.SegmentSize < headerSize+frameSize+MaxRecord {
		o.SegmentSize = headerSize + frameSize + MaxRecord
	}
	if o.MemoryLimit <= 0 {
		o.MemoryLimit = 64 << 20
	}
	if o.create == nil {
		o.create = createReserved
	}
	return o
}

// Stats counts what a journal did since it was opened, and what it holds.
type Stats struct {
	Appended uint64 // records taken
	Lost     uint64 // records refused with ErrFull
	Damaged  uint64 // segments whose tail did not match its checksum
	Segments int    // segments that hold records
	InMemory int    // those of them that the disk did not take
}

// Journal is an append-only log of records. Append may be called from many
// goroutines; Read and Forget are for one consumer.
type Journal struct {
	dir  string
	opts Options
	lock *os.File

	files sync.Mutex // held while files are sealed, moved or removed; before mu

	mu       sync.Mutex // guards the fields below and those of the segments
	segments []*segment // oldest first; the last takes the appends
	spare    *segment   // made ahead, so that no append waits for a file
	next     uint64     // number of the next file
	closed   bool
	spaceErr error // why the last new segment could not be made
	syncErr  error // why the last sync failed

	appended atomic.Uint64
	lost     atomic.Uint64
	damaged  atomic.Uint64

	syncs  group
	read   reader
	wake   chan struct{} // to the keeper: a segment was used up
	stop   chan struct{}
	closer sync.Once
	done   sync.WaitGroup
}

// Open opens or makes the journal in dir. Records that an earlier process left
// are kept; a torn one at the very end, which nobody was answered for, is cut
// off. Only one process may have a folder open.
func Open(dir string, opts Options) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	j := &Journal{
		dir: dir, opts: opts.withDefaults(), lock: lock,
		wake: make(chan struct{}, 1), stop: make(chan struct{}),
	}
	if err := j.recover(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	j.mu.Lock()
	err = j.rotate()
	j.mu.Unlock()
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	j.done.Go(j.keep)
	return j, nil
}

// Append adds a record. When it returns nil the record survives the death of
// the process, or waits in memory because the disk takes nothing (Health).
func (j *Journal) Append(record []byte) error {
	if len(record) == 0 || len(record) > MaxRecord {
		return ErrRecord
	}
	sum := checksum(record)
	j.mu.Lock()
	end, err := j.put(record, sum)
	j.mu.Unlock()
	if err != nil {
		return err
	}
	j.appended.Add(1)
	if j.opts.Always {
		return j.syncs.wait(end, j.sync)
	}
	return nil
}

// put writes a frame and returns the position after it; mu is held.
func (j *Journal) put(record []byte, sum uint32) (uint64, error) {
	if j.closed {
		return 0, ErrClosed
	}
	for {
		seg := j.segments[len(j.segments)-1]
		if seg.fits(len(record)) {
			err := seg.put(record, sum)
			if err == nil {
				return seg.end(), nil
			}
			// The disk took a reserved page back. What the segment holds so
			// far stands; go on in the next one.
			j.spaceErr = err
			seg.full = true
		}
		if err := j.rotate(); err != nil {
			j.lost.Add(1)
			return 0, err
		}
	}
}

// rotate puts a fresh segment at the end; mu is held. It takes the spare, else
// a file made on the spot, else memory while there is some left.
func (j *Journal) rotate() error {
	base := j.opts.After
	if n := len(j.segments); n > 0 {
		j.segments[n-1].full = true
		base = max(base, j.segments[n-1].end())
	}
	seg := j.spare
	j.spare = nil
	if seg == nil && j.spaceErr == nil {
		seg = j.newSegment()
	}
	if seg != nil {
		j.spaceErr = seg.start(base)
	}
	if seg == nil || j.spaceErr != nil {
		if (j.inMemory()+1)*j.opts.SegmentSize > j.opts.MemoryLimit {
			return ErrFull
		}
		seg = &segment{data: make([]byte, j.opts.SegmentSize)}
		if err := seg.start(base); err != nil {
			return err
		}
	}
	j.segments = append(j.segments, seg)
	select {
	case j.wake <- struct{}{}:
	default:
	}
	return nil
}

// newSegment makes a segment on disk, or notes why it could not; mu is held.
func (j *Journal) newSegment() *segment {
	path := segmentPath(j.dir, j.next)
	seg, err := createSegment(path, j.opts)
	j.spaceErr = err
	j.next++
	if err != nil {
		return nil
	}
	return seg
}

func (j *Journal) inMemory() int {
	n := 0
	for _, s := range j.segments {
		if s.file == nil {
			n++
		}
	}
	return n
}

// End returns the position after the last record.
func (j *Journal) End() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.segments[len(j.segments)-1].end()
}

// Health returns nil while every record reaches the disk, else an error that
// says what is wrong with it and how many records wait in memory.
func (j *Journal) Health() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch n := j.inMemory(); {
	case n > 0:
		return fmt.Errorf("journal: the disk takes no more; %d segments wait in memory, %d records are lost: %w",
			n, j.lost.Load(), j.spaceErr)
	case j.spaceErr != nil:
		return fmt.Errorf("journal: the disk takes no more segments: %w", j.spaceErr)
	}
	return j.syncErr
}

// Stats returns the counters.
func (j *Journal) Stats() Stats {
	j.mu.Lock()
	defer j.mu.Unlock()
	return Stats{
		Appended: j.appended.Load(), Lost: j.lost.Load(), Damaged: j.damaged.Load(),
		Segments: len(j.segments), InMemory: j.inMemory(),
	}
}

// Close stops taking records, syncs what is there and leaves it to the next
// Open. Later calls do nothing.
func (j *Journal) Close() error {
	var err error
	j.closer.Do(func() {
		j.mu.Lock()
		j.closed = true
		j.mu.Unlock()
		close(j.stop)
		j.done.Wait()
		err = j.finish()
	})
	return err
}
