package imaging

import "context"

// NewOccupied returns a Processor whose concurrent uploads have so many pixels, all of which
// are taken until the function is called.
func NewOccupied(pixels int64) (p *Processor, free func()) {
	p = newProcessor(pixels)
	_ = p.pixels.Acquire(context.Background(), pixels) // it is free
	return p, func() { p.pixels.Release(pixels) }
}
