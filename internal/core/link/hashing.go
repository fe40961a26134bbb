package link

import (
	"context"
	"fmt"
	"sync"

	"linnet/internal/base/fault"
)

// MaxNewPasswords bounds how many passwords one call, or one step of an import,
// sets: hashing one takes about 20 ms of a core.
const MaxNewPasswords = 20

// checkPasswords refuses a call that sets more than MaxNewPasswords passwords.
func checkPasswords[T any](list []T, password func(T) string) error {
	n := 0
	for _, item := range list {
		if password(item) != "" {
			n++
		}
	}
	if n > MaxNewPasswords {
		return fault.New(fault.Invalid, fmt.Sprintf("One call sets at most %d passwords; this one has %d. Split it up.", MaxNewPasswords, n))
	}
	return nil
}

// ErrPlanFull is the fault of one link more than the plan allows.
func ErrPlanFull(limit int) error {
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Your plan holds %d links, and all of them are in use. Upgrade the plan, or delete a link to make room.", limit))
}

// hashNew hashes the passwords of new links at the indexes in waiting, and
// returns those that can still be stored. A link that the plan has no room for
// is refused before its password costs anything.
func (s *Service) hashNew(ctx context.Context, workspaceID string, limit int, drafts []Draft, results []Result, waiting []int) ([]int, error) {
	rest, room := waiting[:0], -1
	for _, i := range waiting {
		if drafts[i].Password == "" {
			rest = append(rest, i)
			continue
		}
		if room < 0 && limit > 0 {
			used, err := s.store.CountLinks(ctx, workspaceID)
			if err != nil {
				return nil, err
			}
			room = max(limit-used, 0)
		}
		if limit > 0 && len(rest) >= room {
			results[i].Err = ErrPlanFull(limit)
			continue
		}
		hash, err := s.hash(ctx, workspaceID, drafts[i].Password)
		if err != nil {
			return nil, err
		}
		results[i].Link.PasswordHash = hash
		rest = append(rest, i)
	}
	return rest, nil
}

// hash hashes a link's password. A workspace has one hash at work at a time, so
// that its calls do not fill the queue that other workspaces wait in.
func (s *Service) hash(ctx context.Context, workspaceID, plain string) (string, error) {
	release, err := s.turns.take(ctx, workspaceID)
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "Linnet is busy right now. Please try again in a moment.")
	}
	defer release()
	return s.hasher.Hash(ctx, plain)
}

// turns lets one caller of each key work at a time.
type turns struct {
	mu    sync.Mutex
	queue map[string]*turn
}

type turn struct {
	slot  chan struct{}
	users int // that work or wait
}

func newTurns() *turns { return &turns{queue: map[string]*turn{}} }

// take waits until no other caller works for the key, or ctx ends. release ends
// the caller's turn.
func (t *turns) take(ctx context.Context, key string) (release func(), err error) {
	t.mu.Lock()
	mine := t.queue[key]
	if mine == nil {
		mine = &turn{slot: make(chan struct{}, 1)}
		t.queue[key] = mine
	}
	mine.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if mine.users--; mine.users == 0 {
			delete(t.queue, key)
		}
	}
	select {
	case mine.slot <- struct{}{}:
		return func() { <-mine.slot; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}
