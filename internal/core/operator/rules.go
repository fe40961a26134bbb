package operator

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
)

// BlockRules returns a page of the rules that block destinations.
func (s *Service) BlockRules(ctx context.Context, q Query) (Page[denylist.Rule], error) {
	return s.store.ListRules(ctx, q.bounded())
}

// AddRule blocks destinations. It returns Invalid for a malformed pattern, Conflict
// for a rule that exists, and LimitReached when the list is full.
func (s *Service) AddRule(ctx context.Context, kind denylist.Kind, pattern, reason string) (denylist.Rule, error) {
	pattern, err := denylist.Normalize(kind, pattern)
	if err != nil {
		return denylist.Rule{}, err
	}
	if reason = strings.TrimSpace(reason); utf8.RuneCountInString(reason) > denylist.MaxReason {
		return denylist.Rule{}, fault.New(fault.Invalid, fmt.Sprintf("Use at most %d characters.", denylist.MaxReason)).At("reason")
	}
	r := denylist.Rule{
		ID:        ident.New(ident.BlockRule),
		Kind:      kind,
		Pattern:   pattern,
		Reason:    reason,
		CreatedBy: s.by.ID,
		CreatedAt: s.clock.Now(),
	}
	return r, s.store.InsertRule(ctx, r, s.event(event.HostsBlocked, "", r.ID, blockOf(r, true)))
}

// DeleteRule deletes a rule, or returns NotFound.
func (s *Service) DeleteRule(ctx context.Context, id string) error {
	r, err := s.store.Rule(ctx, id)
	if err != nil {
		return err
	}
	return s.store.DeleteRule(ctx, id, s.event(event.HostsBlocked, "", id, blockOf(r, false)))
}

// BlockDestination adds a rule, or returns the existing one; without blocked, it
// deletes the rule of the kind and pattern, or returns NotFound.
func (s *Service) BlockDestination(ctx context.Context, kind denylist.Kind, pattern, reason string, blocked bool) (denylist.Rule, error) {
	pattern, err := denylist.Normalize(kind, pattern)
	if err != nil {
		return denylist.Rule{}, err
	}
	if blocked {
		r, err := s.AddRule(ctx, kind, pattern, reason)
		if fault.Is(err, fault.Conflict) {
			return s.store.RuleByPattern(ctx, kind, pattern)
		}
		return r, err
	}
	r, err := s.store.RuleByPattern(ctx, kind, pattern)
	if fault.Is(err, fault.NotFound) {
		return r, fault.New(fault.NotFound, pattern+" is not blocked.")
	}
	if err != nil {
		return r, err
	}
	return r, s.DeleteRule(ctx, r.ID)
}

// blockOf returns the payload of a change of a rule.
func blockOf(r denylist.Rule, blocked bool) event.Block {
	return event.Block{Kind: string(r.Kind), Pattern: r.Pattern, Blocked: blocked}
}
