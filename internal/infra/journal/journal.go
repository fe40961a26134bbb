// Package journal is an append-only log of opaque records on the local disk,
// for one consumer.
//
// Append puts a record into a queue in memory. Either the calling goroutine
// hands it to the kernel with write(2), or Append waits until the writer, a
// goroutine of its own, has done so. The writer takes everything that is queued
// at once, so that many appends share one write. A record that was written
// survives the death of the process. What survives a crash of the machine is
// what was synced: each second in the background, or before every Append returns
// (Options.Always).
//
// A disk that fails, is full or does not answer holds up at most the one Append
// that writes itself; the others wait for Options.StallAfter. Records then stay
// in the queue, up to Options.MemoryLimit, and are written as soon as the disk
// accepts them. Health reports it meanwhile. Read sees queued records, too.
//
// Damaged bytes cost the records they hold and no others: the reader continues
// at the next intact frame. Damaged files are renamed to *.damaged once they
// are consumed, and never deleted.
package journal

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"linnet/internal/base/files"
)

// MaxRecord is the longest record, in bytes.
const MaxRecord = 64 << 10

// Errors of Append and Open.
var (
	ErrClosed  = errors.New("journal: closed")
	ErrRecord  = errors.New("journal: a record has 1 to 65536 bytes")
	ErrFull    = errors.New("journal: the disk does not accept records and the memory limit is reached")
	ErrVersion = errors.New("journal: written by a newer version")
)

// errStalled is the problem while a write does not return.
var errStalled = errors.New("journal: the disk does not answer")

// minSegments is how many segment files may exist before the reserve applies.
const minSegments = 2

// Options tune a journal. The zero value is ready to use.
type Options struct {
	// After is the position that the consumer has reached. New records get
	// higher positions even when the folder was lost or is older.
	After uint64
	// AfterUnknown says that the position of the consumer could not be read: no record
	// before the first one counts as missing.
	AfterUnknown bool
	// Lock is the lock of the folder, which the caller holds and releases; nil: Open
	// takes it, and Close releases it.
	Lock *FolderLock
	// Always makes every Append wait until its record is synced.
	Always bool
	// SyncEvery is the time between two syncs in the background, and between
	// two attempts to use a disk that failed; 0: a second.
	SyncEvery time.Duration
	// StallAfter is how long Append waits for a disk that does not answer;
	// 0: 250 ms, and 2 s with Always.
	StallAfter time.Duration
	// SegmentSize is the size of one file, in bytes; 0: 8 MiB.
	SegmentSize int
	// MemoryLimit bounds the queue, in bytes, rounded down to whole blocks of
	// at most 256 KiB; 0: 64 MiB.
	MemoryLimit int
	// Reserve is the free disk space that a growing backlog leaves to others,
	// in bytes; 0: 32 MiB.
	Reserve int64
	// Spill is a folder on another disk for the records in memory when Close cannot
	// write them; empty: they are lost then.
	Spill string
	// Log receives damage, losses and changes of state; nil: nothing.
	Log *slog.Logger

	// Tests inject faults here.
	create func(path string, size int64) (file, error)
	open   func(path string) (file, error)
	free   func(dir string) (int64, error)
}

func (o Options) withDefaults() Options {
	if o.SyncEvery <= 0 {
		o.SyncEvery = time.Second
	}
	if o.StallAfter <= 0 {
		o.StallAfter = 250 * time.Millisecond
		if o.Always {
			o.StallAfter = 2 * time.Second
		}
	}
	if o.SegmentSize <= 0 {
		o.SegmentSize = 8 << 20
	}
	o.SegmentSize = max(o.SegmentSize, headerSize+maxFrame)
	if o.MemoryLimit <= 0 {
		o.MemoryLimit = 64 << 20
	}
	if o.Reserve <= 0 {
		o.Reserve = 32 << 20
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.create == nil {
		o.create = createReserved
	}
	if o.open == nil {
		o.open = openExisting
	}
	if o.free == nil {
		o.free = files.FreeSpace
	}
	return o
}

// Journal is an append-only log of records. Append may be called by many
// goroutines; Read and Forget are for one consumer.
type Journal struct {
	dir  string
	opts Options
	lock *FolderLock // nil: the caller's

	files sync.Mutex // held while files are sealed, synced or removed; taken before mu

	mu       sync.Mutex // guards the fields below and those of segments and blocks
	segments []*segment // oldest first; only the last takes writes
	standby  *segment   // created ahead, so that the writer rarely waits for a file
	next     uint64     // number of the next file
	queue    []*block   // records that are not written; the first may be in flight
	pool     []*block   // for reuse
	end      uint64     // position after the last record
	durable  uint64     // position up to which appends have returned
	synced   uint64     // position up to which files are synced

	work       *sync.Cond // wakes the writer
	retry      bool       // try the disk again although the last write failed
	failed     bool       // the last write failed
	attempts   uint64     // writes begun
	busy       bool       // one is in flight, of the writer or a direct one
	direct     directWrite
	watchdog   *time.Timer
	armed      bool   // the watchdog runs
	watched    uint64 // attempts when the watchdog last ran
	seen       int    // how often it has seen that write
	closed     bool
	problem    error // the reason why appends do not wait for the disk; nil: they wait
	standbyErr error // error of creating the standby
	syncErr    error // error of the last background sync
	counts     counts
	quiet      *time.Timer // since lost records were logged

	read   reader
	wake   chan struct{} // a segment was used up
	stop   chan struct{}
	closer sync.Once
	writer sync.WaitGroup
	done   sync.WaitGroup
}

// Open opens or creates the journal in dir. Records of an earlier process are
// still there; an incomplete one at the very end is dropped. Only one process
// may have a folder open. The error is ErrVersion when a file has a later
// format.
func Open(dir string, opts Options) (*Journal, error) {
	j := &Journal{dir: dir, opts: opts.withDefaults(), wake: make(chan struct{}, 1), stop: make(chan struct{})}
	j.work = sync.NewCond(&j.mu)
	if opts.Lock == nil {
		var err error
		if j.lock, err = Lock(dir); err != nil {
			return nil, err
		}
	}
	if err := j.recover(); err != nil {
		return nil, errors.Join(err, j.unlock())
	}
	j.end = j.opts.After
	if n := len(j.segments); n > 0 {
		j.end = max(j.end, j.segments[n-1].end())
	}
	j.durable, j.synced = j.end, j.end
	j.watchdog = stoppedTimer(j.watch)
	j.quiet = stoppedTimer(j.logLosses)
	j.prepareStandby() // so that Health is right from the start
	j.writer.Go(j.write)
	j.done.Go(j.maintain)
	return j, nil
}

// unlock releases the lock of the folder unless it is the caller's.
func (j *Journal) unlock() error {
	if j.lock == nil {
		return nil
	}
	return j.lock.Close()
}

// stoppedTimer returns a timer that runs f once it is reset.
func stoppedTimer(f func()) *time.Timer {
	t := time.AfterFunc(time.Hour, f)
	t.Stop()
	return t
}

// Append adds a record. When it returns nil, the record is written (and with
// Options.Always synced), or it waits in memory because of what Health
// reports. The error is ErrFull when neither is possible. Append does not
// retain record.
//
// With onStall, Append writes the record itself while the writer is idle, which
// saves two context switches. A disk that hangs then holds it up for as long as
// it hangs; after Options.StallAfter Append calls onStall on another goroutine,
// once, and it returns after onStall. Later calls return at once.
func (j *Journal) Append(record []byte, onStall func()) error {
	b, err := j.add(record)
	if err != nil {
		return err
	}
	if onStall != nil {
		if seg := j.directSegment(b); seg != nil {
			j.writeDirect(b, seg, onStall)
			return nil
		}
	}
	defer j.mu.Unlock()
	j.await()
	return nil
}

// add queues a record. When it returns a block, mu is held.
func (j *Journal) add(record []byte) (*block, error) {
	if len(record) == 0 || len(record) > MaxRecord {
		return nil, ErrRecord
	}
	sum := checksum(record)
	j.mu.Lock()
	b, err := j.enqueue(record, sum)
	if err == nil {
		return b, nil
	}
	first := !j.counts.logged && errors.Is(err, ErrFull)
	j.counts.logged = j.counts.logged || first
	j.mu.Unlock()
	if first {
		j.logLosses()
	}
	return nil, err
}

// await wakes the writer and waits until the last record of the queue is written
// or appends do not wait for the disk; mu is held.
func (j *Journal) await() {
	if !j.busy && !j.failed { // otherwise settle or retryWrite wakes it
		j.work.Signal()
	}
	last := j.queue[len(j.queue)-1]
	for end := j.end; j.durable < end && j.problem == nil; {
		last.done.Wait()
	}
}

// Start returns the position before the first record, or Last without records.
func (j *Journal) Start() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case len(j.segments) > 0:
		return j.segments[0].base
	case len(j.queue) > 0:
		return j.queue[0].base
	}
	return j.end
}

// Last returns the position after the last record. Without records it is End, which is
// higher also after a loss of records that a reader has had (Options.After).
func (j *Journal) Last() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	if n := len(j.segments); n > 0 && len(j.queue) == 0 {
		return j.segments[n-1].end()
	}
	return j.end
}

// End returns the position of the next record.
func (j *Journal) End() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.end
}

// Close stops accepting records, writes and syncs what is queued and leaves
// it to the next Open: in Options.Spill, if the disk does not accept it. The error says
// how many records neither accepted. Later calls do nothing.
func (j *Journal) Close() error {
	var err error
	j.closer.Do(func() {
		j.mu.Lock()
		j.closed, j.retry = true, true
		j.work.Signal()
		j.mu.Unlock()
		j.writer.Wait()
		close(j.stop)
		j.done.Wait()
		err = j.finish()
	})
	return err
}

// rescue writes the records that the disk did not accept to the spill.
func (j *Journal) rescue(queue []*block, n int, problem error) error {
	if j.opts.Spill == "" {
		return fmt.Errorf("journal: %d records in memory are lost: %w", n, problem)
	}
	if err := j.spill(queue); err != nil {
		return fmt.Errorf("journal: %d records in memory are lost: %w", n, errors.Join(problem, err))
	}
	j.opts.Log.Warn("clicks in memory were written to the second place of the journal; the next start reads them",
		"clicks", n, "dir", j.opts.Spill, "err", problem)
	return nil
}

// finish seals and closes all files and deletes the standby. The error of a disk that
// fails is not returned if no record was lost.
func (j *Journal) finish() error {
	j.files.Lock()
	defer j.files.Unlock()
	j.mu.Lock()
	j.watchdog.Stop()
	j.quiet.Stop()
	for _, s := range j.segments {
		s.full = true
	}
	queue, n, problem := j.queue, j.queued(), j.problem
	j.mu.Unlock()
	var lost error
	if n > 0 {
		lost = j.rescue(queue, n, problem)
	}
	errs := []error{j.sealUsed()}
	for _, s := range j.segments {
		errs = append(errs, s.file.Close())
	}
	if j.standby != nil {
		errs = append(errs, j.standby.remove())
	}
	closed := errors.Join(errs...)
	if closed != nil && n > 0 && lost == nil {
		j.opts.Log.Warn("journal files not sealed", "err", closed)
		closed = nil
	}
	return errors.Join(lost, closed, j.unlock())
}
