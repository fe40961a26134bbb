package label

import (
	"context"
	"encoding/json"
	"fmt"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/routing"
)

// What a workspace asks of its links' campaign parameters is routing's to say,
// as those are; it is kept beside the labels.
type (
	// Convention is what is asked of one parameter.
	Convention = routing.Convention
	// Conventions is what is asked of all.
	Conventions = routing.Conventions
)

// Conventions returns what the workspace asks of its links' campaign
// parameters. Everybody who sees links may know.
func (s *Service) Conventions(ctx context.Context, a access.Actor) (Conventions, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Conventions{}, err
	}
	return s.store.UTMConventions(ctx, a.WorkspaceID)
}

// SetConventions replaces them. It is for owners and admins. Links that are
// there already stay as they are until their campaign is changed.
func (s *Service) SetConventions(ctx context.Context, a access.Actor, c Conventions) (Conventions, error) {
	if err := access.Require(a, access.ManageWorkspace); err != nil {
		return Conventions{}, err
	}
	c = c.Normalized()
	if err := c.Validate(); err != nil {
		return Conventions{}, err
	}
	data, err := json.Marshal(c)
	if err != nil {
		return Conventions{}, fmt.Errorf("tell of the conventions of %s: %w", a.WorkspaceID, err)
	}
	e := event.Event{
		ID: ident.New(ident.Event), WorkspaceID: a.WorkspaceID, ActorID: a.UserID,
		Kind: event.ConventionsUpdated, SubjectID: a.WorkspaceID, Data: data, At: s.clk.Now(),
	}
	return c, s.store.PutUTMConventions(ctx, a.WorkspaceID, c, e)
}
