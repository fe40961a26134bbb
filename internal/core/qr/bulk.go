package qr

import (
	"context"
	"fmt"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
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
func (s *Service) UpdateLooks(ctx context.Context, a access.Actor, ids []string, p look.Edit) ([]Result, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	if len(ids) == 0 || len(ids) > MaxMany {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("Specify 1 to %d QR codes.", MaxMany)).At("ids")
	}
	changed, err := s.patchAll(ctx, a, ids, Patch{Look: p})
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(ids))
	for i, id := range ids {
		results[i] = changed[id]
	}
	return results, nil
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
