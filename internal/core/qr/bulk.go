package qr

import (
	"context"
	"fmt"
	"image"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/qr/look"
)

// MaxMany is the number of codes in a bulk request.
const MaxMany = 100

// Result is the result of one code of a bulk request.
type Result struct {
	Code Code
	Err  error // the error of this code; the others are changed
}

// UpdateLooks applies a patch of the look to many codes. The results are in the order
// of ids. It is Invalid without ids or with more than MaxMany.
func (s *Service) UpdateLooks(ctx context.Context, a access.Actor, ids []string, p look.Patch) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	if len(ids) == 0 || len(ids) > MaxMany {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("Specify 1 to %d QR codes.", MaxMany)).At("ids")
	}
	found, err := s.store.QRCodesByID(ctx, a.View(), ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]Code, len(found))
	for _, c := range found {
		byID[c.ID] = c
	}
	shared := *s
	shared.images = &imageCache{images: s.images}
	results := make([]Result, len(ids))
	var changed []Code
	var events []event.Event
	for i, id := range ids {
		c, ok := byID[id]
		if !ok {
			results[i].Err = fault.New(fault.NotFound, "There is no such QR code.")
			continue
		}
		var e event.Event
		if results[i].Err = access.RequireFolder(a, c.Link.FolderID, "QR code"); results[i].Err == nil {
			results[i].Code, e, results[i].Err = shared.patched(ctx, a, c, Patch{Look: p})
		}
		switch {
		case results[i].Err != nil && !fault.Rejects(results[i].Err):
			return nil, results[i].Err
		case results[i].Err == nil && !slices.Contains(ids[:i], id):
			changed, events = append(changed, results[i].Code), append(events, e)
		}
	}
	if len(changed) == 0 {
		return results, nil
	}
	return results, s.store.UpdateQRCodes(ctx, changed, events)
}

// existing returns ids in ascending order without duplicates. It is Invalid with the
// first of them that is not the id of a code.
func (s *Service) existing(ctx context.Context, a access.Actor, ids []string) ([]string, error) {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	found, err := s.store.QRCodesByID(ctx, a.View(), sorted)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool, len(found))
	for _, c := range found {
		known[c.ID] = true
	}
	for i, id := range ids {
		if !known[id] {
			return nil, fault.New(fault.Invalid, "There is no such QR code.").At(fmt.Sprintf("ids[%d]", i))
		}
	}
	return sorted, nil
}

// imageCache decodes each image of one bulk request once.
type imageCache struct {
	images Images
	known  map[string]cachedImage
}

type cachedImage struct {
	image image.Image
	err   error
}

// Image implements Images.
func (c *imageCache) Image(ctx context.Context, workspaceID, id string) (image.Image, error) {
	if one, ok := c.known[id]; ok {
		return one.image, one.err
	}
	img, err := c.images.Image(ctx, workspaceID, id)
	if c.known == nil {
		c.known = map[string]cachedImage{}
	}
	c.known[id] = cachedImage{img, err}
	return img, err
}
