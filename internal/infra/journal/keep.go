package journal

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// keep does everything that an append must not wait for: makes the next
// segment ahead, syncs, seals used-up segments, and moves segments from memory
// to a disk that takes them again.
func (j *Journal) keep() {
	ticker := time.NewTicker(j.opts.SyncEvery)
	defer ticker.Stop()
	for {
		j.makeSpare()
		select {
		case <-j.stop:
			return
		case <-j.wake: // a segment is used up
			j.syncs.tick(j.sync)
		case <-ticker.C:
			j.moveToDisk()
			j.syncs.tick(j.sync)
		}
	}
}

// makeSpare makes the next segment. While the disk takes nothing it is tried
// again on every tick.
func (j *Journal) makeSpare() {
	j.mu.Lock()
	if j.spare != nil || j.inMemory() > 0 {
		j.mu.Unlock()
		return
	}
	path := segmentPath(j.dir, j.next)
	j.next++
	j.mu.Unlock()

	seg, err := createSegment(path, j.opts)
	if err == nil {
		populate(seg.data)
		err = syncDir(j.dir)
	}

	j.mu.Lock()
	defer j.mu.Unlock()
	if j.spaceErr = err; err == nil {
		j.spare = seg
	}
}

// sealUsed seals the segments on disk that take no more appends; files is held.
func (j *Journal) sealUsed() error {
	for {
		seg, mapping := j.takeUsed()
		if seg == nil {
			return nil
		}
		if err := seg.seal(mapping); err != nil {
			return err
		}
	}
}

// takeUsed takes the mapping from the first segment that needs it no more.
func (j *Journal) takeUsed() (*segment, []byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, s := range j.segments {
		if s.full && s.file != nil && s.data != nil {
			mapping := s.data
			s.data = nil
			return s, mapping
		}
	}
	return nil, nil
}

// moveToDisk gives segments in memory a file, oldest first, as far as the disk
// takes them.
func (j *Journal) moveToDisk() {
	j.files.Lock()
	defer j.files.Unlock()
	for {
		j.mu.Lock()
		i := slices.IndexFunc(j.segments, func(s *segment) bool { return s.file == nil })
		if i < 0 {
			j.mu.Unlock()
			return
		}
		seg := j.segments[i]
		path := segmentPath(j.dir, j.next)
		j.next++
		j.mu.Unlock()
		fresh, err := createSegment(path, j.opts)

		j.mu.Lock()
		if err == nil {
			_, err = fresh.file.WriteAt(seg.data[:headerSize+seg.used], 0)
		}
		if err == nil {
			seg.path, seg.file, seg.data = fresh.path, fresh.file, fresh.data
		}
		j.spaceErr = err
		j.mu.Unlock()
		if err != nil {
			if fresh != nil {
				_ = fresh.remove() // the disk is at fault already
			}
			return
		}
	}
}

// sync brings every record to the disk and returns the position it covers.
// Records in memory cannot be synced: Health tells of them.
func (j *Journal) sync() (uint64, error) {
	j.files.Lock()
	defer j.files.Unlock()
	j.mu.Lock()
	last := j.segments[len(j.segments)-1]
	end := last.end()
	j.mu.Unlock()
	err := j.sealUsed() // syncs them too
	if err == nil && end > j.syncs.reached() {
		err = j.syncTail(last, end)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.syncErr = err; err != nil {
		return 0, fmt.Errorf("journal: %w", err)
	}
	return end, nil
}

// syncTail syncs what a segment holds up to end, unless it is in memory or
// sealed already; files is held, so that its mapping stays. The pages behind
// end are left alone: written as zeros, they would have to be written again,
// and each append to one would stop at a page that the sync has locked.
func (j *Journal) syncTail(seg *segment, end uint64) error {
	j.mu.Lock()
	data, base := seg.data, seg.base
	onDisk := seg.file != nil && data != nil
	j.mu.Unlock()
	if !onDisk {
		return nil
	}
	from := 0 // with the header
	if reached := j.syncs.reached(); reached > base {
		from = headerSize + int(reached-base)
	}
	return syncRange(data, from, headerSize+int(end-base))
}

// finish seals all segments and deletes the spare. What the disk still does
// not take is lost with the process.
func (j *Journal) finish() error {
	j.moveToDisk()
	j.files.Lock()
	defer j.files.Unlock()
	j.mu.Lock()
	var errs []error
	if n := j.inMemory(); n > 0 {
		errs = append(errs, fmt.Errorf("journal: %d segments in memory are lost: %w", n, j.spaceErr))
	}
	for _, s := range j.segments {
		s.full = true
	}
	j.mu.Unlock()
	errs = append(errs, j.sealUsed())
	for _, s := range j.segments {
		if s.file != nil {
			errs = append(errs, s.file.Close())
		}
	}
	if j.spare != nil {
		errs = append(errs, j.spare.remove())
	}
	errs = append(errs, j.lock.Close())
	return errors.Join(errs...)
}

// group lets many appenders share one sync: whoever comes first syncs for all
// that came meanwhile.
type group struct {
	turn    sync.Mutex // held by whoever syncs
	covered atomic.Uint64
}

// reached returns the position up to which everything is synced.
func (g *group) reached() uint64 { return g.covered.Load() }

// wait returns when end is synced.
func (g *group) wait(end uint64, sync func() (uint64, error)) error {
	g.turn.Lock()
	defer g.turn.Unlock()
	if g.reached() >= end {
		return nil
	}
	return g.run(sync)
}

// tick syncs what came since the last time.
func (g *group) tick(sync func() (uint64, error)) {
	g.turn.Lock()
	defer g.turn.Unlock()
	_ = g.run(sync) // kept for Health, and tried again on the next tick
}

func (g *group) run(sync func() (uint64, error)) error {
	end, err := sync()
	if err == nil {
		g.covered.Store(end)
	}
	return err
}
