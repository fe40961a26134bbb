package share

import (
	"cmp"
	"context"
	"slices"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/throttle"
)

// Store stores shares. Each method is one transaction, which includes the event
// of the change.
type Store interface {
	// InsertShare stores a new share. It returns LimitReached if the workspace
	// has limit shares that are not revoked.
	InsertShare(ctx context.Context, s Share, token TokenHash, limit int, e event.Event) error
	// Share returns a share, or NotFound if it is revoked. A limited view has only
	// shares of its links and folders, because others include hidden clicks.
	Share(ctx context.Context, v access.View, id string) (Share, error)
	// Shares returns the shares that are not revoked, newest first: all, or
	// those of one subject.
	Shares(ctx context.Context, v access.View, scope Scope, subjectID string) ([]Share, error)
	// ShareByToken returns the share with a token, revoked or not, or NotFound.
	ShareByToken(ctx context.Context, token TokenHash) (Share, error)
	// ChangeShare applies edit to a share of the view and stores the result with the
	// events of edit. edit may run several times, and must not use the store. It is
	// NotFound if the share is revoked.
	ChangeShare(ctx context.Context, v access.View, id string, edit func(*Share) ([]event.Event, error)) (Share, error)
	// LinkFolder returns the folder of a link, or NotFound when the view has no such
	// link.
	LinkFolder(ctx context.Context, v access.View, linkID string) (string, error)
	// SubjectLabel returns the name of a share's subject, or "" if the workspace
	// has no such subject.
	SubjectLabel(ctx context.Context, workspaceID string, scope Scope, subjectID string) (string, error)
	// LinksWithin returns the number of the links that belong to a share's
	// subject.
	LinksWithin(ctx context.Context, s Share, linkIDs []string) (int, error)
}

// Hasher hashes and verifies passwords.
type Hasher interface {
	Hash(ctx context.Context, plain string) (string, error)
	Matches(ctx context.Context, plain, hash string) (bool, error)
}

// Figures reports the clicks of a workspace without checking permissions.
type Figures interface {
	// PinFilters replaces names by ids. It returns Invalid for names that the
	// actor's workspace does not have, or that are hidden from the actor.
	PinFilters(ctx context.Context, actor access.Actor, filters []analytics.Filter) ([]analytics.Filter, error)
	// FilterLabels returns the names of the ids of filters. Unknown ids are
	// absent.
	FilterLabels(ctx context.Context, workspaceID string, filters []analytics.Filter) (map[analytics.Dimension]map[string]string, error)
	Shared(ctx context.Context, workspaceID string, r analytics.Request, parts analytics.Parts) (analytics.Report, error)
}

// Service implements the operations on shares.
type Service struct {
	store   Store
	hasher  Hasher
	figures Figures
	clock   clock.Clock
	tries   *tries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Store    Store
	Hasher   Hasher
	Figures  Figures
	Attempts *throttle.Shared // nil: attempts at passwords are counted on this node
	Clock    clock.Clock
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{store: d.Store, hasher: d.Hasher, figures: d.Figures, clock: d.Clock, tries: newTries(d.Clock, d.Attempts)}
}

// Create creates a shared page. token is the secret part of its URL, which is
// not stored and cannot be retrieved later.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (made Share, token string, err error) {
	if err := access.Require(a, access.ManageShares); err != nil {
		return Share{}, "", err
	}
	now := s.clock.Now()
	var faults fault.List
	if !d.Scope.known() {
		faults.Add("scope", "Share a link, a folder, a tag or the workspace.")
	}
	if _, part := d.Scope.Dimension(); !part {
		d.SubjectID = ""
	}
	d.Name = normalName(d.Name)
	checkName(&faults, d.Name)
	d.validate(&faults)
	checkExpiry(&faults, d.ExpiresAt, now)
	if d.Password != "" {
		checkPassword(&faults, d.Password)
	}
	if d.Bounded() || slices.ContainsFunc(d.Filters, func(f analytics.Filter) bool { return f.Dimension.OfTime() }) {
		d.TimeZone = cmp.Or(d.TimeZone, "UTC") // days and hours must not follow the visitor's zone
	}
	if d.Bounded() {
		faults.AddErr("", d.bounds().Check(now))
	}
	if err := faults.Err(); err != nil {
		return Share{}, "", err
	}
	if err := s.requireSubject(ctx, a, d.Scope, d.SubjectID); err != nil {
		return Share{}, "", err
	}
	if d.Filters, err = s.figures.PinFilters(ctx, a, d.Filters); err != nil {
		return Share{}, "", err
	}
	made = Share{
		ID:          ident.New(ident.Share),
		WorkspaceID: a.WorkspaceID,
		Name:        d.Name,
		Scope:       d.Scope,
		SubjectID:   d.SubjectID,
		ExpiresAt:   d.ExpiresAt,
		CreatedBy:   a.UserID,
		CreatedAt:   now,
		Selection:   d.Selection,
	}
	if made.Label, err = s.store.SubjectLabel(ctx, a.WorkspaceID, d.Scope, d.SubjectID); err != nil {
		return Share{}, "", err
	}
	if made.Label == "" {
		return Share{}, "", ErrNoSubject()
	}
	if made.PasswordHash, err = s.hash(ctx, d.Password); err != nil {
		return Share{}, "", err
	}
	e := event.New(a.By(), event.ShareCreated, a.WorkspaceID, made.ID, event.Created(made.state()), now)
	secret := ident.NewSecret("")
	return made, secret.Text, s.store.InsertShare(ctx, made, secret.Hash, MaxShares, e)
}

// requireSubject returns ErrNoSubject for a subject that is hidden from the actor,
// and Forbidden when the actor may only read it or when it includes hidden clicks.
func (s *Service) requireSubject(ctx context.Context, a access.Actor, scope Scope, subjectID string) error {
	folderID := subjectID
	switch scope {
	case OfFolder:
	case OfLink:
		var err error
		if folderID, err = s.store.LinkFolder(ctx, a.View(), subjectID); fault.Is(err, fault.NotFound) {
			return ErrNoSubject()
		} else if err != nil {
			return err
		}
	default:
		if a.View().Limited() {
			return fault.New(fault.Forbidden,
				"You do not have access to all folders of this workspace. Share a link or a folder, or ask an owner or an admin.")
		}
		return nil
	}
	err := access.RequireFolder(a, folderID, "subject")
	if fault.Is(err, fault.NotFound) {
		return ErrNoSubject()
	}
	return err
}

func (s *Service) hash(ctx context.Context, password string) (string, error) {
	if password == "" {
		return "", nil
	}
	return s.hasher.Hash(ctx, password)
}

// List returns the workspace's shares, newest first; with a scope, those of one
// subject. It includes expired shares, but not revoked ones.
func (s *Service) List(ctx context.Context, a access.Actor, scope Scope, subjectID string) ([]Share, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return nil, err
	}
	return s.store.Shares(ctx, a.View(), scope, subjectID)
}

// Get returns a share, or NotFound if it is revoked.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Share, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Share{}, err
	}
	return s.store.Share(ctx, a.View(), id)
}

// Update applies a patch. A new password invalidates all passes.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, p Patch) (Share, error) {
	now := s.clock.Now()
	var faults fault.List
	if p.Name != nil {
		p.Name = new(normalName(*p.Name))
		checkName(&faults, *p.Name)
	}
	if p.ExpiresAt != nil {
		checkExpiry(&faults, *p.ExpiresAt, now)
	}
	if p.Password != nil && *p.Password != "" {
		checkPassword(&faults, *p.Password)
	}
	if err := s.requireChange(ctx, a, id); err != nil {
		return Share{}, err
	}
	if err := faults.Err(); err != nil {
		return Share{}, err
	}
	var hash string
	if p.Password != nil {
		var err error
		if hash, err = s.hash(ctx, *p.Password); err != nil {
			return Share{}, err
		}
	}
	return s.store.ChangeShare(ctx, a.View(), id, func(next *Share) ([]event.Event, error) {
		before := next.state()
		if p.Name != nil {
			next.Name = *p.Name
		}
		if p.ExpiresAt != nil {
			next.ExpiresAt = *p.ExpiresAt
		}
		if p.Password != nil {
			next.PasswordHash = hash
		}
		return []event.Event{event.New(a.By(), event.ShareUpdated, a.WorkspaceID, id, event.Updated(before, next.state()), now)}, nil
	})
}

// requireChange returns why the actor may not change a share. Its subject never
// changes.
func (s *Service) requireChange(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.ManageShares); err != nil {
		return err
	}
	current, err := s.store.Share(ctx, a.View(), id)
	if err != nil {
		return err
	}
	err = s.requireSubject(ctx, a, current.Scope, current.SubjectID)
	if fault.Rejects(err) && !fault.Is(err, fault.Forbidden) {
		return nil // the subject was deleted
	}
	return err
}

// Revoke permanently ends a share.
func (s *Service) Revoke(ctx context.Context, a access.Actor, id string) error {
	if err := s.requireChange(ctx, a, id); err != nil {
		return err
	}
	now := s.clock.Now()
	_, err := s.store.ChangeShare(ctx, a.View(), id, func(revoked *Share) ([]event.Event, error) {
		revoked.RevokedAt = now
		return []event.Event{event.New(a.By(), event.ShareRevoked, a.WorkspaceID, id, event.Deleted(revoked.state()), now)}, nil
	})
	return err
}

// state returns the share for events.
func (s Share) state() event.Share {
	return event.Share{
		Name:        s.Name,
		Scope:       string(s.Scope),
		SubjectID:   s.SubjectID,
		Label:       s.Label,
		HasPassword: s.PasswordHash != "",
		ExpiresAt:   s.ExpiresAt,
		Selection:   s.Selection,
	}
}
