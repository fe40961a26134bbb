package operator

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/abuse"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
)

// AbuseCase is a case with what operators decide by.
type AbuseCase struct {
	abuse.Case

	Reason        abuse.Reason // the most frequent one
	URL           string       // destination of the link; empty: a bio page, or deleted for good
	WorkspaceName string
	LinkCreatedAt time.Time // zero: deleted for good
	Clicks        int64
	Blocked       bool
	Suspended     bool // the workspace
	Deleted       bool
}

// IsPage reports whether the case is about a bio page.
func (c AbuseCase) IsPage() bool { return strings.HasPrefix(c.TargetID, ident.BioPage+"_") }

// Target returns what a short URL or an alias of the default domain leads to, or
// NotFound.
func (s *Service) Target(ctx context.Context, shortURL string) (routing.Target, error) {
	return s.find(ctx, shortURL)
}

// AbuseCases returns a page of the cases in a state, or of all.
func (s *Service) AbuseCases(ctx context.Context, state abuse.State, q Query) (Page[AbuseCase], error) {
	return s.store.ListAbuseCases(ctx, state, q.bounded())
}

// AbuseCase returns a case with its reports, or NotFound.
func (s *Service) AbuseCase(ctx context.Context, id string) (AbuseCase, []abuse.Report, error) {
	c, err := s.store.AbuseCase(ctx, id)
	if err != nil {
		return c, nil, err
	}
	reports, err := s.store.AbuseReports(ctx, id)
	return c, reports, err
}

// ResolveAbuse does what an operator decides about a case, and resolves it. It
// returns Conflict for a case that is resolved or that the action does not fit.
func (s *Service) ResolveAbuse(ctx context.Context, id string, action abuse.Action, note string) (AbuseCase, error) {
	if note = strings.TrimSpace(note); utf8.RuneCountInString(note) > abuse.MaxNote {
		return AbuseCase{}, fault.New(fault.Invalid, fmt.Sprintf("Use at most %d characters.", abuse.MaxNote)).At("note")
	}
	c, err := s.store.AbuseCase(ctx, id)
	if err != nil {
		return c, err
	}
	if c.State != abuse.Open {
		return c, fault.New(fault.Conflict, "This case is already resolved.")
	}
	if err := s.act(ctx, c, action); err != nil {
		return c, err
	}
	c.State, c.Action, c.Note, c.ResolvedBy, c.ResolvedAt = abuse.Actioned, action, note, s.by.ID, s.clock.Now()
	if action == abuse.Dismiss {
		c.State = abuse.Dismissed
	}
	resolved := event.Created(event.AbuseCase{ShortLink: c.ShortLink, State: string(c.State), Action: string(action), Reports: c.Reports})
	if err := s.store.ResolveAbuseCase(ctx, c.Case, s.event(event.AbuseCaseResolved, "", c.ID, resolved)); err != nil {
		return c, err
	}
	return s.store.AbuseCase(ctx, id)
}

// act does what an operator decides about a case.
func (s *Service) act(ctx context.Context, c AbuseCase, action abuse.Action) error {
	if c.IsPage() && (action == abuse.BlockLink || action == abuse.BlockHost) {
		return fault.New(fault.Conflict, "This is a bio page. Suspend its workspace, or dismiss the reports.")
	}
	switch action {
	case abuse.BlockLink:
		_, err := s.BlockLinkByID(ctx, c.TargetID, true)
		return err
	case abuse.BlockHost:
		host := denylist.Host(c.URL)
		if host == "" {
			return fault.New(fault.Conflict, "The destination of this link has no host. Block the link instead.")
		}
		_, err := s.BlockDestination(ctx, denylist.HostKind, host, "Abuse reports about "+c.ShortLink, true)
		return err
	case abuse.SuspendWorkspace:
		return s.SuspendWorkspace(ctx, c.WorkspaceID, true)
	case abuse.Dismiss:
		return nil
	default:
		return fault.New(fault.Invalid, "Choose one of: block_link, block_host, suspend_workspace, dismiss.").At("action")
	}
}
