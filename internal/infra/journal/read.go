package journal

import (
	"errors"
	"fmt"
)

// reader is the consumer's place to work in; only one goroutine uses it.
type reader struct {
	buf []byte
}

// readChunk is how much is fetched at once: at least one whole frame.
const readChunk = 512 << 10

// Read hands the records after a position to visit, oldest first, and returns
// the position that it came to. It stops after limit records, at the end, or
// when visit returns an error, which it passes on. It never waits. The record
// is only valid until visit returns.
func (j *Journal) Read(after uint64, limit int, visit func(record []byte) error) (uint64, error) {
	for limit > 0 {
		v, ok := j.view(after)
		if !ok {
			return after, nil
		}
		after = max(after, v.base)
		chunk, err := j.fetch(v, int(after-v.base))
		if err != nil {
			return after, err
		}
		whole := 0
		for whole < len(chunk) && limit > 0 {
			record, n, ok := parseFrame(chunk[whole:])
			if !ok {
				break
			}
			if err := visit(record); err != nil {
				return after, err
			}
			whole += n
			after += uint64(n)
			limit--
		}
		if whole == 0 {
			// What was a whole frame once is none now: the disk lost it. The
			// rest of this segment cannot be found again; go on with the next.
			j.damaged.Add(1)
			after = v.base + uint64(v.used)
		}
	}
	return after, nil
}

// view returns a copy of the segment that holds the record after a position.
func (j *Journal) view(after uint64) (segment, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, s := range j.segments {
		if s.end() > after {
			return *s, true
		}
	}
	return segment{}, false
}

// fetch returns bytes of frames from offset on. Files are read with pread and
// not through the mapping, which may be let go of at any time.
func (j *Journal) fetch(v segment, offset int) ([]byte, error) {
	n := min(v.used-offset, readChunk)
	if v.file == nil {
		return v.data[headerSize+offset : headerSize+offset+n], nil
	}
	if j.read.buf == nil {
		j.read.buf = make([]byte, readChunk)
	}
	if _, err := v.file.ReadAt(j.read.buf[:n], int64(headerSize+offset)); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return j.read.buf[:n], nil
}

// Forget deletes the segments that hold nothing after a position. The one in
// use stays.
func (j *Journal) Forget(upTo uint64) error {
	j.files.Lock()
	defer j.files.Unlock()
	j.mu.Lock()
	n := 0
	for n < len(j.segments)-1 && j.segments[n].end() <= upTo {
		n++
	}
	gone := append([]*segment(nil), j.segments[:n]...)
	j.segments = append(j.segments[:0], j.segments[n:]...)
	j.mu.Unlock()
	var errs []error
	for _, s := range gone {
		errs = append(errs, s.remove())
	}
	return errors.Join(errs...)
}
