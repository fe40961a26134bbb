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

// Store stores labels. Each change is stored in one transaction with its event.
type Store interface {
	// LabelsOf returns a page of the labels of a kind that are in the view, by name. It is
	// Invalid at "cursor" if the cursor belongs to another list.
	LabelsOf(ctx context.Context, v access.View, kind Kind, q Query) (Page, error)
	// Label returns one, or NotFound.
	Label(ctx context.Context, v access.View, kind Kind, id string) (Label, error)
	// InsertLabel stores a new label. It is Conflict if its name is taken, ignoring
	// case, and Invalid if the workspace has MaxPerKind already.
	InsertLabel(ctx context.Context, l Label, e event.Event) error
	// ChangeLabel applies edit to a label of the view and stores the result with the
	// events of edit. edit may run several times, and must not use the store. It is
	// NotFound, Conflict as InsertLabel, or Invalid at "members" if someone with access
	// to a folder is not a member of the workspace.
	ChangeLabel(ctx context.Context, v access.View, kind Kind, id string, edit func(*Label) ([]event.Event, error)) (Label, error)
	// DeleteLabel deletes it and removes it from its links.
	DeleteLabel(ctx context.Context, workspaceID string, kind Kind, id string, e event.Event) error
}

// Service holds the operations on labels.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a service over store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// List returns a page of the workspace's labels of a kind, by name.
func (s *Service) List(ctx context.Context, a access.Actor, kind Kind, q Query) (Page, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Page{}, err
	}
	page, err := s.store.LabelsOf(ctx, a.View(), kind, q)
	for i := range page.Labels {
		page.Labels[i].Level = a.FolderLevel(page.Labels[i].ID)
	}
	return page, err
}

// Create creates a label. A name that is taken, ignoring case, is a Conflict at
// "name".
func (s *Service) Create(ctx context.Context, a access.Actor, kind Kind, settings Settings) (Label, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Label{}, err
	}
	settings = settings.normalized()
	if err := settings.validate(kind); err != nil {
		return Label{}, err
	}
	l := Label{
		ID:          ident.New(prefix(kind)),
		WorkspaceID: a.WorkspaceID,
		Kind:        kind,
		Settings:    settings,
		CreatedAt:   s.clock.Now(),
		Level:       access.WriteFolder,
	}
	e := s.event(event.LabelCreated, a, l.ID, event.Created(l.state()))
	return l, s.store.InsertLabel(ctx, l, e)
}

// Update changes the settings of a label. Its links get the new name.
func (s *Service) Update(ctx context.Context, a access.Actor, kind Kind, id string, edit func(*Settings)) (Label, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Label{}, err
	}
	l, err := s.store.ChangeLabel(ctx, a.View(), kind, id, func(l *Label) ([]event.Event, error) {
		if err := access.RequireFolder(a, id, string(kind)); err != nil {
			return nil, err
		}
		before := l.state()
		edit(&l.Settings)
		l.Settings = l.normalized()
		if err := l.validate(kind); err != nil {
			return nil, err
		}
		return []event.Event{s.event(event.LabelUpdated, a, id, event.Updated(before, l.state()))}, nil
	})
	l.Level = access.WriteFolder
	return l, err
}

// Delete deletes a label and removes it from its links. The links of a restricted
// folder are then open to every member, so deleting one requires ManageFolders.
func (s *Service) Delete(ctx context.Context, a access.Actor, kind Kind, id string) error {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return err
	}
	l, err := s.store.Label(ctx, a.View(), kind, id)
	if err != nil {
		return err
	}
	if l.Access.Restricted {
		if err := access.Require(a, access.ManageFolders); err != nil {
			return fault.New(fault.Forbidden, "Deleting a restricted folder opens its links to every member. Ask an owner or an admin.")
		}
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
	return event.New(a.By(), kind, a.WorkspaceID, id, change, s.clock.Now())
}

// ErrTaken returns the fault of a name that another label of the kind has.
func ErrTaken(kind Kind) *fault.Error {
	return fault.New(fault.Conflict, fmt.Sprintf("This workspace already has a %s with this name. Choose another name.", kind)).At("name")
}

// ErrTooMany returns the fault of a label beyond MaxPerKind.
func ErrTooMany(kind Kind) *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A workspace has at most %d %ss. Delete one that is no longer used.", MaxPerKind, kind))
}
