package qr

import (
	"context"
	"errors"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/pixels"
	"linnet/internal/core/qr/judge"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

// maxQuick is the width in pixels of the largest PNG, JPEG or WebP that is drawn without
// waiting for others: it takes some tens of milliseconds, one of look.MaxSize seconds.
const maxQuick = 1024

// Drawing describes the file of a code.
type Drawing struct {
	Text   string
	Look   look.Look
	Print  picture.PrintSize // zero: the size of the look
	Format picture.Format
}

// Draw returns the file of a code of any text. It requires the permission to read links.
// Large pictures of one workspace are drawn one after the other, and those of all
// workspaces on half of the processors; Draw blocks until then. It returns Invalid at
// "size" for a picture that needs more memory than the node has for pictures.
func (s *Service) Draw(ctx context.Context, a access.Actor, d Drawing) ([]byte, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	return s.draw(ctx, a.WorkspaceID, d)
}

func (s *Service) draw(ctx context.Context, workspaceID string, d Drawing) ([]byte, error) {
	images, err := s.imagesOf(ctx, workspaceID, d.Look)
	if err != nil {
		return nil, err
	}
	code, err := picture.Draw(d.Text, d.Look, images)
	if err != nil {
		return nil, err
	}
	if code, err = code.Printed(d.Print); err != nil {
		return nil, err
	}
	if d.Format.IsRaster() {
		width, err := code.RasterWidth()
		if err != nil {
			return nil, err
		}
		if width > maxQuick {
			release, err := s.drawing.Acquire(ctx, workspaceID)
			if err != nil {
				return nil, err
			}
			defer release()
		}
	}
	return s.encode(ctx, code, d.Format)
}

// encode returns the file when the node has the memory for it.
func (s *Service) encode(ctx context.Context, code picture.Picture, f picture.Format) ([]byte, error) {
	bytes, err := code.RasterBytes(f)
	if err != nil {
		return nil, err
	}
	release, err := s.memory.Acquire(ctx, bytes)
	if errors.Is(err, pixels.ErrTooLarge) {
		return nil, fault.New(fault.Invalid, fmt.Sprintf(
			"This server does not have the memory for a file in the format %s of this size. Choose a smaller size, or SVG.", f)).At("size")
	}
	if err != nil {
		return nil, err
	}
	defer release()
	return code.Encode(f)
}

// Judge rates how reliably scanners read the code of a text, printed in a size or in
// that of the look. It requires the permission to read links, and blocks as Draw does
// for large pictures.
func (s *Service) Judge(ctx context.Context, a access.Actor, text string, l look.Look, size picture.PrintSize) (judge.Report, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return judge.Report{}, err
	}
	images, err := s.imagesOf(ctx, a.WorkspaceID, l)
	if err != nil {
		return judge.Report{}, inLook(err)
	}
	release, err := s.drawing.Acquire(ctx, a.WorkspaceID)
	if err != nil {
		return judge.Report{}, err
	}
	defer release()
	return judge.Judge(text, l, images, size)
}
