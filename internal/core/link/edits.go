package link

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// MaxEdits bounds how many edits are listed at once, MaxEdited how many links
// they are chosen by.
const (
	MaxEdits  = 200
	MaxEdited = 100
)

// Chronicle remembers what happened to all links of a workspace.
type Chronicle interface {
	// VersionBytes returns how many bytes the versions of all links of the
	// workspace take, those of deleted links included.
	VersionBytes(ctx context.Context, workspaceID string) (int64, error)
	// StepsIn returns the events of some kinds in [start, end), newest first,
	// at most limit, each with the data of the one before it about the same
	// subject. subjects narrows them down unless it is empty.
	StepsIn(ctx context.Context, workspaceID string, kinds []event.Kind, subjects []string, start, end time.Time, limit int) ([]event.Step, error)
}

// Edit is one moment at which a link began to do something else.
type Edit struct {
	Version

	LinkID string
}

// Edits returns what was changed, deleted and brought back in [start, end),
// newest first, at most MaxEdits. That links were made is not among it. linkIDs
// narrows it down unless it is empty.
func (s *Service) Edits(ctx context.Context, a access.Actor, linkIDs []string, start, end time.Time) ([]Edit, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	if err := checkEdits(linkIDs, start, end); err != nil {
		return nil, err
	}
	kinds := []event.Kind{event.LinkUpdated, event.LinkDeleted, event.LinkRestored}
	steps, err := s.store.StepsIn(ctx, a.WorkspaceID, kinds, linkIDs, start, end, MaxEdits)
	if err != nil {
		return nil, err
	}
	edits, versions := make([]Edit, 0, len(steps)), make([]Version, 0, len(steps))
	for _, step := range steps {
		v, err := versionOf(step)
		if err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	if err := s.nameActors(ctx, versions); err != nil {
		return nil, err
	}
	for i, v := range versions {
		edits = append(edits, Edit{Version: v, LinkID: steps[i].SubjectID})
	}
	return edits, nil
}

// versionOf reads a step, and what it changed.
func versionOf(step event.Step) (Version, error) {
	pair := []Version{{Kind: step.Kind, ActorID: step.ActorID, At: step.At}, {Kind: event.LinkCreated}}
	for i, data := range []string{string(step.Data), step.Before} {
		if data == "" {
			return pair[0], nil
		}
		if err := json.Unmarshal([]byte(data), &pair[i].Snapshot); err != nil {
			return Version{}, fmt.Errorf("read event %s: %w", step.ID, err)
		}
	}
	compare(pair)
	return pair[0], nil
}

func checkEdits(linkIDs []string, start, end time.Time) error {
	var faults fault.List
	if start.IsZero() {
		faults.Add("start", "Say where the period starts.")
	}
	if !start.Before(end) {
		faults.Add("end", "The end must come after the start.")
	}
	if len(linkIDs) > MaxEdited {
		faults.Add("linkId", fmt.Sprintf("Name at most %d links.", MaxEdited))
	}
	for _, id := range linkIDs {
		if _, ok := ident.Number(id); !ok {
			faults.Add("linkId", "This is no id of a link.")
			break
		}
	}
	return faults.Err()
}
