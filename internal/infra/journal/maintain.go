package journal

import (
	"fmt"
	"time"
)

// maintain creates the next segment ahead of its use, seals segments that are
// used up, and syncs.
func (j *Journal) maintain() {
	ticker := time.NewTicker(j.opts.SyncEvery)
	defer ticker.Stop()
	for {
		select {
		case <-j.stop:
			return
		case <-j.wake:
		case <-ticker.C:
			j.retryWrite()
		}
		j.prepareStandby()
		j.sync()
	}
}

// prepareStandby creates the next segment, if there is none.
func (j *Journal) prepareStandby() {
	j.mu.Lock()
	exists := j.standby != nil
	j.mu.Unlock()
	if exists {
		return
	}
	seg, err := j.newSegment()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.standby, j.standbyErr = seg, err
}

// sync brings every written record to the disk. Health reports an error until
// a later call succeeds.
func (j *Journal) sync() {
	j.files.Lock()
	defer j.files.Unlock()
	var last *segment
	var end uint64
	j.mu.Lock()
	if n := len(j.segments); n > 0 {
		last = j.segments[n-1]
		end = last.end()
	}
	behind := end > j.synced
	j.mu.Unlock()
	err := j.sealUsed()
	if err == nil && behind {
		err = last.file.Sync()
	}
	j.mu.Lock()
	changed := (err == nil) != (j.syncErr == nil)
	j.syncErr = err
	if err == nil {
		j.synced = max(j.synced, end)
	}
	j.mu.Unlock()
	if err != nil && changed {
		j.opts.Log.Error("journal sync failed", "err", err)
	}
}

// sealUsed seals the segments that take no more frames; files is held.
func (j *Journal) sealUsed() error {
	for {
		seg := j.unsealed()
		if seg == nil {
			return nil
		}
		if err := seg.seal(); err != nil {
			return fmt.Errorf("%s: %w", seg.path, err)
		}
		j.mu.Lock()
		seg.sealed = true
		j.mu.Unlock()
	}
}

// unsealed returns the first segment that is used up and not sealed.
func (j *Journal) unsealed() *segment {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, s := range j.segments {
		if s.full && !s.sealed {
			return s
		}
	}
	return nil
}
