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

// Limits of Edits.
const (
	MaxEdits  = 200 // in one result
	MaxEdited = 100 // link ids in one call
)

// EditEvent is a version of one link in the history of all.
type EditEvent struct {
	Version

	LinkID string
}

// Edits returns the updates, deletions and restores in [start, end), newest
// first, at most MaxEdits. An empty linkIDs selects all links.
func (s *Service) Edits(ctx context.Context, a access.Actor, linkIDs []string, start, end time.Time) ([]EditEvent, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	if err := checkEdits(linkIDs, start, end); err != nil {
		return nil, err
	}
	kinds := []event.Kind{event.LinkUpdated, event.LinkDeleted, event.LinkRestored}
	steps, err := s.deps.Store.StepsIn(ctx, a.View(), kinds, linkIDs, start, end, MaxEdits)
	if err != nil {
		return nil, err
	}
	edits, versions := make([]EditEvent, 0, len(steps)), make([]Version, 0, len(steps))
	for _, step := range steps {
		v, err := versionOf(step)
		if err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	if err := s.setActorNames(ctx, versions); err != nil {
		return nil, err
	}
	for i, v := range versions {
		edits = append(edits, EditEvent{Version: v, LinkID: steps[i].SubjectID})
	}
	return edits, nil
}

// versionOf decodes a step and compares it with the previous version.
func versionOf(step event.Step) (Version, error) {
	pair := []Version{{Kind: step.Kind, ActorID: step.Actor.ID, At: step.At}, {Kind: event.LinkCreated}}
	for i, data := range []string{string(step.Data), step.Before} {
		if data == "" {
			return pair[0], nil
		}
		if err := json.Unmarshal([]byte(data), &pair[i].Snapshot); err != nil {
			return Version{}, fmt.Errorf("decode event %s: %w", step.ID, err)
		}
	}
	compare(pair)
	return pair[0], nil
}

func checkEdits(linkIDs []string, start, end time.Time) error {
	var faults fault.List
	if start.IsZero() {
		faults.Add("start", "Enter a start.")
	}
	if !start.Before(end) {
		faults.Add("end", "The end must be after the start.")
	}
	if len(linkIDs) > MaxEdited {
		faults.Add("linkId", fmt.Sprintf("Use at most %d links.", MaxEdited))
	}
	for _, id := range linkIDs {
		if _, ok := ident.Number(id); !ok {
			faults.Add("linkId", "This is not the id of a link.")
			break
		}
	}
	return faults.Err()
}
