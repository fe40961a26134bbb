package link

import (
	"context"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// MaxMany limits how many links one call changes.
const MaxMany = 1_000

// Limits within one call. Each change stores a version of the whole link, so a
// short request could otherwise write a thousand times its length.
const (
	chunkSize    = 100     // links loaded at a time
	maxManyBytes = 8 << 20 // of new versions
)

// Result is the result for one link of several: the link as it is now, or the
// fault that rejected the change.
type Result struct {
	Link *Link
	Err  error
}

// single returns the result of a call with one link.
func single(results []Result, err error) (*Link, error) {
	if err != nil {
		return nil, err
	}
	return results[0].Link, results[0].Err
}

// withoutRejected removes the links of results with a fault, which were not
// stored.
func withoutRejected(results []Result) []Result {
	for i := range results {
		if results[i].Err != nil {
			results[i].Link = nil
		}
	}
	return results
}

// checkMany rejects more than MaxMany links.
func checkMany(n int) error {
	if n > MaxMany {
		return fault.New(fault.Invalid, fmt.Sprintf("A request can change at most %d links; this one has %d. Split it.", MaxMany, n))
	}
	return nil
}

// checkRepeats returns an Invalid fault for each id that occurs a second time.
// field returns the field name of the i-th id.
func checkRepeats(ids []string, field func(i int) string) error {
	var faults fault.List
	first := make(map[string]int, len(ids))
	for i, id := range ids {
		if before, repeated := first[id]; repeated {
			faults.Add(field(i), fmt.Sprintf("Entry %d has the same link. Include each link once.", before))
			continue
		}
		first[id] = i
	}
	return faults.Err()
}

// errTooManyBytes is the fault of a link after maxManyBytes were written.
func errTooManyBytes() error {
	return fault.New(fault.TooLarge, fmt.Sprintf(
		"This link was not changed: a request can store at most %d MiB of links. Send the rest in another request.", maxManyBytes>>20))
}

// inChunks calls do with chunks of results until the versions that it reports
// exceed maxManyBytes. The results after that are faults.
func inChunks(results []Result, do func(from, to int) (size int, err error)) error {
	total := 0
	for from := 0; from < len(results); from += chunkSize {
		to := min(from+chunkSize, len(results))
		if total > maxManyBytes {
			for i := from; i < to; i++ {
				results[i] = Result{Err: errTooManyBytes()}
			}
			continue
		}
		size, err := do(from, to)
		if err != nil {
			return err
		}
		total += size
	}
	return nil
}

// write stores the links of results at the given indexes and sets their faults.
// It returns the size of the new versions in bytes.
func (s *Service) write(
	ctx context.Context, a access.Actor, kind event.Kind, results []Result, at []int, store func([]Write) ([]error, error),
) (size int, err error) {
	writes := make([]Write, len(at))
	now := normalTime(s.deps.Clock.Now())
	for n, i := range at {
		writes[n] = Write{Link: results[i].Link, Event: newEvent(kind, a.By(), results[i].Link, now)}
	}
	if kind != event.LinkDeleted { // a deletion is possible at the limit
		if err := s.storage.reserve(ctx, s.deps.Store, a.WorkspaceID, sizeOf(writes)); err != nil {
			return 0, err
		}
	}
	faults, err := store(writes)
	if err != nil {
		return 0, err
	}
	var rejected []Write
	for n, i := range at {
		if results[i].Err = faults[n]; faults[n] != nil {
			rejected = append(rejected, writes[n])
		}
	}
	if kind != event.LinkDeleted {
		s.storage.release(a.WorkspaceID, sizeOf(rejected))
	}
	return int(sizeOf(writes)), nil
}

// sizeOf returns the size of the versions of writes in bytes.
func sizeOf(writes []Write) int64 {
	size := int64(0)
	for _, w := range writes {
		if w.Event.Kind == "" {
			size += w.Link.UnstoredBytes
		}
		size += int64(len(w.Event.Data))
	}
	return size
}
