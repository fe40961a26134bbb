package label

import (
	"context"
	"fmt"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Store keeps labels. One method is one transaction; the change and the event
// that tells of it are stored together or not at all.
type Store interface {
	// LabelsOf returns the workspace's labels of a kind, by name.
	LabelsOf(ctx context.Context, workspaceID string, kind Kind) ([]Label, error)
	// Label returns one, or NotFound.
	Label(ctx context.Context, workspaceID string, kind Kind, id string) (Label, error)
	// InsertLabel stores a new one: Conflict when its name is taken whatever
	// the case, Invalid when the workspace has MaxPerKind already.
	InsertLabel(ctx context.Context, l Label, e event.Event) error
	// UpdateLabel stores name, colour and UTM values of one that is there.
	UpdateLabel(ctx context.Context, l Label, e event.Event) error
	// DeleteLabel takes it away, also from its links.
	DeleteLabel(ctx context.Context, workspaceID string, kind Kind, id string, e event.Event) error
}

// Service holds the operations on labels.
type Service struct {
	store Store
	clk   clock.Clock
}

// NewService returns a service over store.
func NewService(store Store, clk clock.Clock) *Service { return &Service{store: store, clk: clk} }

// List returns the workspace's labels of a kind, by name.
func (s *Service) List(ctx context.Context, a access.Actor, kind Kind) ([]Label, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return s.store.LabelsOf(ctx, a.WorkspaceID, kind)
}

// Create makes a label. A name that is taken, whatever its case, is a Conflict
// at "name".
func (s *Service) Create(ctx context.Context, a access.Actor, kind Kind, d Draft) (Label, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Label{}, err
	}
	d = d.normalized()
	if err := d.validate(kind); err != nil {
		return Label{}, err
	}
	l := Label{
		ID: ident.New(prefix(kind)), WorkspaceID: a.WorkspaceID, Kind: kind,
		Name: d.Name, Color: d.Color, UTM: d.UTM, CreatedAt: s.clk.Now(),
	}
	e := s.event(event.LabelCreated, a, l.ID, event.Created(l.state()))
	return l, s.store.InsertLabel(ctx, l, e)
}

// Update gives a label all values of the draft. Links follow a new name.
func (s *Service) Update(ctx context.Context, a access.Actor, kind Kind, id string, d Draft) (Label, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Label{}, err
	}
	d = d.normalized()
	if err := d.validate(kind); err != nil {
		return Label{}, err
	}
	l, err := s.store.Label(ctx, a.WorkspaceID, kind, id)
	if err != nil {
		return Label{}, err
	}
	before := l.state()
	l.Name, l.Color, l.UTM = d.Name, d.Color, d.UTM
	e := s.event(event.LabelUpdated, a, id, event.Updated(before, l.state()))
	return l, s.store.UpdateLabel(ctx, l, e)
}

// Get returns one label, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, kind Kind, id string) (Label, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Label{}, err
	}
	return s.store.Label(ctx, a.WorkspaceID, kind, id)
}

// Delete takes a label away, also from its links, which stay.
func (s *Service) Delete(ctx context.Context, a access.Actor, kind Kind, id string) error {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return err
	}
	l, err := s.store.Label(ctx, a.WorkspaceID, kind, id)
	if err != nil {
		return err
	}
	return s.store.DeleteLabel(ctx, a.WorkspaceID, kind, id, s.event(event.LabelDeleted, a, id, event.Deleted(l.state())))
}

func prefix(kind Kind) string {
	switch kind {
	case Tag:
		return ident.Tag
	case Folder:
		return ident.Folder
	default:
		return ident.Template
	}
}

// state returns the label as events have it.
func (l Label) state() event.Label {
	return event.Label{Kind: string(l.Kind), Name: l.Name, Color: l.Color, UTM: l.UTM}
}

func (s *Service) event(kind event.Kind, a access.Actor, id string, change event.Change[event.Label]) event.Event {
	return event.New(a.By(), kind, a.WorkspaceID, id, change, s.clk.Now())
}

// ErrTaken is the fault of a name that another label of the kind has.
func ErrTaken(kind Kind) *fault.Error {
	return fault.New(fault.Conflict, fmt.Sprintf("This workspace has a %s of this name already. Choose another name.", kind)).At("name")
}

// ErrTooMany is the fault of one more than a workspace may have of a kind.
func ErrTooMany(kind Kind) *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A workspace has at most %d %ss. Delete one that is no longer used.", MaxPerKind, kind))
}
