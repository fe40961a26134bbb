// Package savedview manages saved views: named filters of the list of links, per
// user and workspace.
package savedview

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
)

// Bounds of views: a row of tabs, and what fits into an address.
const (
	MaxViews = 20
	MaxName  = 40    // characters
	MaxQuery = 2_000 // bytes
)

// View is a named filter.
type View struct {
	ID          string
	WorkspaceID string
	UserID      string
	Settings
	CreatedAt time.Time
}

// Settings are what a user chooses of a view.
type Settings struct {
	Name  string `json:"name" doc:"1 to 40 characters; unique, case-insensitive." example:"Spring, by clicks"`
	Query string `json:"query" doc:"The query of the URL of the list of links, without its question mark; at most 2,000 bytes." example:"tag=spring&sort=clickCount"`
}

// Store is the record store of views. Each call concerns one user in one
// workspace.
type Store interface {
	// Views returns the user's views, the oldest first.
	Views(ctx context.Context, workspaceID, userID string) ([]View, error)
	// InsertView stores a new one. Conflict at "name": there is one of that
	// name. LimitReached: there are limit already.
	InsertView(ctx context.Context, v View, limit int) error
	// ChangeView applies edit to a view and stores the result. edit may run several
	// times, and must not use the store. Faults: as InsertView, and NotFound.
	ChangeView(ctx context.Context, workspaceID, userID, id string, edit func(*View) error) (View, error)
	// DeleteView deletes a view, or returns NotFound.
	DeleteView(ctx context.Context, workspaceID, userID, id string) error
}

// Service implements all operations on views. They require the permission to read
// links.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a service over store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// List returns the actor's views, the oldest first, without those that filter by
// a folder that the actor cannot see.
func (s *Service) List(ctx context.Context, a access.Actor) ([]View, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	views, err := s.store.Views(ctx, a.WorkspaceID, a.UserID)
	return slices.DeleteFunc(views, func(v View) bool { return v.hiddenFrom(a) }), err
}

// hiddenFrom reports whether the view filters by a folder that is hidden from the
// actor.
func (v View) hiddenFrom(a access.Actor) bool {
	return slices.ContainsFunc(a.View().Hidden(), func(folderID string) bool { return strings.Contains(v.Query, folderID) })
}

// Create stores a view.
func (s *Service) Create(ctx context.Context, a access.Actor, as Settings) (View, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return View{}, err
	}
	v := View{
		ID:          ident.New(ident.View),
		WorkspaceID: a.WorkspaceID,
		UserID:      a.UserID,
		Settings:    as,
		CreatedAt:   s.clock.Now(),
	}
	if err := v.check(); err != nil {
		return View{}, err
	}
	return v, s.store.InsertView(ctx, v, MaxViews)
}

// Update changes the settings of a view. edit may run several times.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, edit func(*Settings)) (View, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return View{}, err
	}
	return s.store.ChangeView(ctx, a.WorkspaceID, a.UserID, id, func(v *View) error {
		if v.hiddenFrom(a) {
			return fault.New(fault.NotFound, "There is no such saved view.")
		}
		edit(&v.Settings)
		return v.check()
	})
}

// Delete removes a view.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return err
	}
	return s.store.DeleteView(ctx, a.WorkspaceID, a.UserID, id)
}

// check normalizes and validates settings.
func (s *Settings) check() error {
	s.Name = strings.Join(strings.Fields(s.Name), " ")
	s.Query = strings.TrimPrefix(s.Query, "?")
	var faults fault.List
	switch n := utf8.RuneCountInString(s.Name); {
	case n == 0:
		faults.Add("name", "Enter a name for the view.")
	case n > MaxName:
		faults.Add("name", fmt.Sprintf("A view's name has at most %d characters; this one has %d.", MaxName, n))
	case !utf8.ValidString(s.Name) || strings.ContainsFunc(s.Name, unicode.IsControl):
		faults.Add("name", "This name contains an invisible character. Remove it.")
	}
	if _, err := url.ParseQuery(s.Query); err != nil || strings.ContainsFunc(s.Query, unicode.IsControl) || !utf8.ValidString(s.Query) {
		faults.Add("query", "This is not the query of an address, such as status=active&sort=alias.")
	}
	if len(s.Query) > MaxQuery {
		faults.Add("query", "This filter is too long to save. Remove some of its values.")
	}
	return faults.Err()
}
