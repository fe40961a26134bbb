package journal

import (
	"errors"
	"fmt"
	"time"
)

// lossLogEvery is the least time between two log lines about lost records.
const lossLogEvery = time.Minute

// counts are the counters behind Stats.
type counts struct {
	appended uint64
	lost     uint64
	damaged  uint64 // files
	torn     uint64 // files whose last write was interrupted
	skipped  uint64
	missing  uint64
	setAside int

	loggedLost uint64 // lost when it was last logged
	logged     bool   // less than a minute ago
}

// Stats are the counters and the current contents of a journal.
type Stats struct {
	Appended      uint64 // records accepted
	Lost          uint64 // records refused with ErrFull
	Damaged       uint64 // files in which bytes were no intact records, interrupted writes included
	SkippedBytes  uint64 // those bytes
	MissingBytes  uint64 // bytes of records in files that are gone
	SetAside      int    // files named *.damaged in the folder
	Segments      int    // files that hold records
	MemoryRecords int    // records that are not written yet
	MemoryBytes   int
	Degraded      bool // appends do not wait for the disk; see Health
}

// Stats returns the counters.
func (j *Journal) Stats() Stats {
	j.mu.Lock()
	defer j.mu.Unlock()
	return Stats{
		Appended:      j.counts.appended,
		Lost:          j.counts.lost,
		Damaged:       j.counts.damaged + j.counts.torn,
		SkippedBytes:  j.counts.skipped,
		MissingBytes:  j.counts.missing,
		SetAside:      j.counts.setAside,
		Segments:      len(j.segments),
		MemoryRecords: j.queued(),
		MemoryBytes:   j.queuedBytes(),
		Degraded:      j.problem != nil,
	}
}

// Health returns nil while every record reaches the disk, else an error with the
// cause and the numbers of queued and lost records.
func (j *Journal) Health() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.problem != nil:
		end := "are lost if Linnet ends before the disk accepts them"
		if j.opts.Spill != "" {
			end = "are lost if Linnet is killed before the disk accepts them; a stop writes them to " + j.opts.Spill
		}
		return fmt.Errorf("%d clicks wait in memory and %s; %d clicks are lost because the memory limit was reached: %w",
			j.queued(), end, j.counts.lost, j.problem)
	case j.standbyErr != nil:
		return fmt.Errorf("no room for the next journal file, after which clicks wait in memory: %w", j.standbyErr)
	}
	return j.syncErr
}

// Losses returns nil when nothing was lost or damaged since the journal was
// opened and no damaged file is in its folder, else an error with the numbers.
// Writes that a crash interrupted are not losses: their appends never returned.
func (j *Journal) Losses() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	c := &j.counts
	var errs []error
	if c.lost > 0 {
		errs = append(errs, fmt.Errorf("%d clicks were lost because the disk did not accept them and the memory limit was reached", c.lost))
	}
	if c.damaged > 0 {
		errs = append(errs, fmt.Errorf("%d journal files were damaged and %d bytes skipped", c.damaged, c.skipped))
	}
	if c.missing > 0 {
		errs = append(errs, fmt.Errorf("%d bytes of the journal are missing", c.missing))
	}
	if c.setAside > 0 {
		errs = append(errs, fmt.Errorf("%d damaged files are in the journal folder (*%s); move them away after examining them",
			c.setAside, damagedSuffix))
	}
	return errors.Join(errs...)
}

// damage counts n lost bytes of a segment; mu is held, or nothing else runs.
func (j *Journal) damage(s *segment, n uint64) {
	if !s.damaged {
		s.damaged = true
		j.counts.damaged++
	}
	j.counts.skipped += n
}

// degrade lets appends return without waiting for the disk, and returns what
// logs the change; mu is held.
func (j *Journal) degrade(err error) (report func()) {
	changed := j.problem == nil
	j.problem = err
	j.release()
	if !changed {
		return func() {}
	}
	return func() { j.opts.Log.Error("journal disk failed, clicks wait in memory", "err", err) }
}

// restore lets appends wait for the disk again, and returns what logs the
// change; mu is held.
func (j *Journal) restore() (report func()) {
	j.problem = nil
	lost := j.counts.lost
	return func() { j.opts.Log.Info("journal disk recovered, clicks in memory were written", "lost", lost) }
}

// logLosses logs the number of lost records, and again each minute while it
// grows.
func (j *Journal) logLosses() {
	j.mu.Lock()
	c := &j.counts
	c.logged = c.lost > c.loggedLost
	if !c.logged {
		j.mu.Unlock()
		return
	}
	c.loggedLost = c.lost
	lost, err := c.lost, j.problem
	if !j.closed {
		j.quiet.Reset(lossLogEvery)
	}
	j.mu.Unlock()
	j.opts.Log.Error("clicks lost, journal memory is full", "lost", lost, "err", err)
}
