package link

import (
	"context"
	"fmt"

	"linnet/internal/base/fault"
)

// MaxNewPasswords limits how many passwords one call, or one step of an import,
// sets: hashing one takes about 20 ms of processor time.
const MaxNewPasswords = 20

// checkPasswords rejects a call that sets more than MaxNewPasswords passwords.
func checkPasswords[T any](list []T, password func(T) string) error {
	n := 0
	for _, item := range list {
		if password(item) != "" {
			n++
		}
	}
	if n > MaxNewPasswords {
		return fault.New(
			fault.Invalid,
			fmt.Sprintf("A request can set at most %d passwords; this one has %d. Split it.", MaxNewPasswords, n),
		)
	}
	return nil
}

// ErrPlanFull returns the fault of a link beyond the limit of the plan.
func ErrPlanFull(limit int) error {
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Your plan includes %d links, and all of them are in use. Upgrade the plan, or delete a link to make room.", limit)).
		Exceeds("links", int64(limit), int64(limit))
}

// hashNew hashes the passwords of the new links at the pending indexes and
// returns the indexes that remain. Links beyond the limit are rejected before
// their password is hashed.
func (s *Service) hashNew(
	ctx context.Context,
	workspaceID string,
	limit int,
	drafts []Draft,
	results []Result,
	pending []int,
) ([]int, error) {
	rest, room := pending[:0], -1
	for _, i := range pending {
		password := drafts[i].NewPassword()
		if password == "" {
			rest = append(rest, i)
			continue
		}
		if room < 0 && limit > 0 {
			used, err := s.deps.Store.CountLinks(ctx, workspaceID)
			if err != nil {
				return nil, err
			}
			room = max(limit-used, 0)
		}
		if limit > 0 && len(rest) >= room {
			results[i].Err = ErrPlanFull(limit)
			continue
		}
		hash, err := s.hash(ctx, workspaceID, password)
		if err != nil {
			return nil, err
		}
		results[i].Link.PasswordHash = hash
		rest = append(rest, i)
	}
	return rest, nil
}

// hash hashes a password. Each workspace hashes one at a time, so that it cannot
// fill the queue that all workspaces share.
func (s *Service) hash(ctx context.Context, workspaceID, plain string) (string, error) {
	release, err := s.hashing.Acquire(ctx, workspaceID)
	if err != nil {
		return "", err
	}
	defer release()
	return s.deps.Hasher.Hash(ctx, plain)
}

// sharedHash is a Hasher for one password. It computes the hash at the first
// call. It is for one call of the service by one goroutine.
type sharedHash struct {
	source Hasher
	hash   string
}

// Hash implements Hasher.
func (h *sharedHash) Hash(ctx context.Context, plain string) (_ string, err error) {
	if h.hash == "" {
		h.hash, err = h.source.Hash(ctx, plain)
	}
	return h.hash, err
}
