package qr

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/visible"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/qr/look"
)

// Bounds of presets.
const (
	MaxPresets    = 50
	maxPresetName = 60 // characters
)

// Preset is a named look of a workspace, such as that of a brand. Codes have a copy of
// the look: a change of the preset leaves them as they are.
type Preset struct {
	ID          string
	WorkspaceID string
	Name        string // unique in the workspace, ignoring case
	Look        look.Look
	CreatedBy   string
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// PresetPatch is a partial update; nil leaves a field unchanged.
type PresetPatch struct {
	Name *string
	Look look.Edit
}

// Presets implements all operations on presets. They require the permissions of codes.
type Presets struct {
	codes *Service
}

// NewPresets returns a service with the store, the clock and the media library of codes.
func NewPresets(codes *Service) *Presets { return &Presets{codes} }

// List returns the presets of the workspace by name.
func (s *Presets) List(ctx context.Context, a access.Actor) ([]Preset, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return s.codes.store.QRPresets(ctx, a.WorkspaceID)
}

// Get returns one preset, or NotFound.
func (s *Presets) Get(ctx context.Context, a access.Actor, id string) (Preset, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Preset{}, err
	}
	return s.codes.store.QRPreset(ctx, a.WorkspaceID, id)
}

// Create creates a preset. Missing parts of the look have their default values. It is
// Invalid with every field error, and Conflict at "name".
func (s *Presets) Create(ctx context.Context, a access.Actor, name string, l look.Edit) (Preset, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Preset{}, err
	}
	now := s.codes.clock.Now()
	p := Preset{
		ID:          ident.New(ident.QRPreset),
		WorkspaceID: a.WorkspaceID,
		Name:        presetName(name),
		Look:        l.On(look.Defaults()),
		CreatedBy:   a.UserID,
		CreatedAt:   now,
		UpdatedAt:   now,
	}
	missing, err := s.codes.checkImages(ctx, a.WorkspaceID, l)
	if err != nil {
		return Preset{}, err
	}
	if err := p.validate(missing); err != nil {
		return Preset{}, err
	}
	e := event.New(a.By(), event.QRPresetCreated, a.WorkspaceID, p.ID, event.Created(p.state()), now)
	return p, s.codes.store.InsertQRPreset(ctx, p, e)
}

// Update applies a patch. Codes that have the look of the preset are not changed.
func (s *Presets) Update(ctx context.Context, a access.Actor, id string, patch PresetPatch) (Preset, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Preset{}, err
	}
	missing, err := s.codes.checkImages(ctx, a.WorkspaceID, patch.Look)
	if err != nil {
		return Preset{}, err
	}
	now := s.codes.clock.Now()
	return s.codes.store.ChangeQRPreset(ctx, a.WorkspaceID, id, func(p *Preset) ([]event.Event, error) {
		before := p.state()
		if patch.Name != nil {
			p.Name = presetName(*patch.Name)
		}
		p.Look, p.UpdatedAt = patch.Look.On(p.Look), now
		e := event.New(a.By(), event.QRPresetUpdated, a.WorkspaceID, id, event.Updated(before, p.state()), now)
		return []event.Event{e}, p.validate(missing)
	})
}

// Delete deletes a preset. Codes that have its look are not changed.
func (s *Presets) Delete(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return err
	}
	p, err := s.codes.store.QRPreset(ctx, a.WorkspaceID, id)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.QRPresetDeleted, a.WorkspaceID, id, event.Deleted(p.state()), s.codes.clock.Now())
	return s.codes.store.DeleteQRPreset(ctx, a.WorkspaceID, id, e)
}

func presetName(name string) string { return strings.Join(strings.Fields(norm.NFC.String(name)), " ") }

// validate returns every field error of a preset. missing is that of the images of the
// look.
func (p Preset) validate(missing error) error {
	var faults fault.List
	switch n := utf8.RuneCountInString(p.Name); {
	case n == 0:
		faults.Add("name", "Enter a name for the preset.")
	case n > maxPresetName:
		faults.Add("name", fmt.Sprintf("A preset's name has at most %d characters; this one has %d.", maxPresetName, n))
	case !utf8.ValidString(p.Name) || strings.ContainsFunc(p.Name, unicode.IsControl):
		faults.Add("name", "A name cannot contain control characters.")
	case visible.Problem(p.Name) != "":
		faults.Add("name", visible.Problem(p.Name))
	}
	faults.AddErr("look.", p.Look.Validate())
	faults.AddErr("look.", missing)
	return faults.Err()
}

func (p Preset) state() event.QRPreset { return event.QRPreset{Name: p.Name, Look: p.Look} }

// ErrTooManyPresets returns the error for a preset beyond MaxPresets.
func ErrTooManyPresets() *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A workspace has at most %d presets. Delete one that is no longer used.", MaxPresets)).At("name")
}
