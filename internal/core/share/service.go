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
)

// Store keeps shares. One method is one transaction; the change and the event
// that tells of it are stored together or not at all.
type Store interface {
	// InsertShare stores a new one, or is LimitReached when the workspace has
	// limit of them that are not revoked.
	InsertShare(ctx context.Context, s Share, token TokenHash, limit int, e event.Event) error
	// Share returns one that is not revoked, or NotFound.
	Share(ctx context.Context, workspaceID, id string) (Share, error)
	// Shares returns those that are not revoked, the newest first: all, or
	// those of one subject.
	Shares(ctx context.Context, workspaceID string, scope Scope, subjectID string) ([]Share, error)
	// ShareByToken returns the one of an address, also a revoked one, or
	// NotFound.
	ShareByToken(ctx context.Context, token TokenHash) (Share, error)
	// UpdateShare stores name, password, expiry and revocation of one that is not
	// revoked.
	UpdateShare(ctx context.Context, s Share, e event.Event) error
	// SubjectLabel returns a share's subject in words, empty when the
	// workspace has none such.
	SubjectLabel(ctx context.Context, workspaceID string, scope Scope, subjectID string) (string, error)
	// LinksWithin returns how many of the links belong to a share's subject.
	LinksWithin(ctx context.Context, s Share, linkIDs []string) (int, error)
}

// Hasher guards passwords.
type Hasher interface {
	Hash(ctx context.Context, plain string) (string, error)
	Matches(ctx context.Context, plain, hash string) (bool, error)
}

// Figures answers for the clicks of a workspace, whoever asks.
type Figures interface {
	// PinFilters replaces names by ids, and is Invalid for what the workspace
	// does not have.
	PinFilters(ctx context.Context, workspaceID string, filters []analytics.Filter) ([]analytics.Filter, error)
	// FilterLabels returns words for the ids of filters. Unknown ids are absent.
	FilterLabels(ctx context.Context, workspaceID string, filters []analytics.Filter) (map[analytics.Dimension]map[string]string, error)
	Shared(ctx context.Context, workspaceID string, r analytics.Request, parts analytics.Parts) (analytics.Report, error)
}

// Service holds the operations on shares.
type Service struct {
	store   Store
	hasher  Hasher
	figures Figures
	clk     clock.Clock
	tries   *tries
}

// NewService returns a service over store.
func NewService(store Store, hasher Hasher, figures Figures, clk clock.Clock) *Service {
	return &Service{store: store, hasher: hasher, figures: figures, clk: clk, tries: newTries(clk)}
}

// Create shares something of the workspace. The token is the secret of the
// page's address; it is returned here and never again.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (made Share, token string, err error) {
	if err := access.Require(a, access.ManageShares); err != nil {
		return Share{}, "", err
	}
	now := s.clk.Now()
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
	if d.Filters, err = s.figures.PinFilters(ctx, a.WorkspaceID, d.Filters); err != nil {
		return Share{}, "", err
	}
	made = Share{
		ID: ident.New(ident.Share), WorkspaceID: a.WorkspaceID, Name: d.Name, Scope: d.Scope, SubjectID: d.SubjectID,
		ExpiresAt: d.ExpiresAt, CreatedBy: a.UserID, CreatedAt: now, Selection: d.Selection,
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

func (s *Service) hash(ctx context.Context, password string) (string, error) {
	if password == "" {
		return "", nil
	}
	return s.hasher.Hash(ctx, password)
}

// List returns the workspace's shares, the newest first; with a scope, those
// of one subject. Expired ones are among them, revoked ones are not.
func (s *Service) List(ctx context.Context, a access.Actor, scope Scope, subjectID string) ([]Share, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return nil, err
	}
	return s.store.Shares(ctx, a.WorkspaceID, scope, subjectID)
}

// Get returns one that is not revoked, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Share, error) {
	if err := access.Require(a, access.ReadAnalytics); err != nil {
		return Share{}, err
	}
	return s.store.Share(ctx, a.WorkspaceID, id)
}

// Update changes what the patch names. A new password asks everybody again.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, p Patch) (Share, error) {
	if err := access.Require(a, access.ManageShares); err != nil {
		return Share{}, err
	}
	current, err := s.store.Share(ctx, a.WorkspaceID, id)
	if err != nil {
		return Share{}, err
	}
	next := current
	var faults fault.List
	now := s.clk.Now()
	if p.Name != nil {
		next.Name = normalName(*p.Name)
		checkName(&faults, next.Name)
	}
	if p.ExpiresAt != nil {
		next.ExpiresAt = *p.ExpiresAt
		checkExpiry(&faults, next.ExpiresAt, now)
	}
	if p.Password != nil && *p.Password != "" {
		checkPassword(&faults, *p.Password)
	}
	if err := faults.Err(); err != nil {
		return Share{}, err
	}
	if p.Password != nil {
		if next.PasswordHash, err = s.hash(ctx, *p.Password); err != nil {
			return Share{}, err
		}
	}
	e := event.New(a.By(), event.ShareUpdated, a.WorkspaceID, id, event.Updated(current.state(), next.state()), now)
	return next, s.store.UpdateShare(ctx, next, e)
}

// Revoke ends a share at once and for ever.
func (s *Service) Revoke(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.ManageShares); err != nil {
		return err
	}
	revoked, err := s.store.Share(ctx, a.WorkspaceID, id)
	if err != nil {
		return err
	}
	revoked.RevokedAt = s.clk.Now()
	e := event.New(a.By(), event.ShareRevoked, a.WorkspaceID, id, event.Deleted(revoked.state()), revoked.RevokedAt)
	return s.store.UpdateShare(ctx, revoked, e)
}

// state returns the share as events have it.
func (s Share) state() event.Share {
	return event.Share{
		Name: s.Name, Scope: string(s.Scope), SubjectID: s.SubjectID, Label: s.Label,
		HasPassword: s.PasswordHash != "", ExpiresAt: s.ExpiresAt, Selection: s.Selection,
	}
}
