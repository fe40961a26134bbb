package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
)

// Kind is the kind of a block. The values are part of the API.
type Kind string

// The kinds.
const (
	KindLink      Kind = "link"
	KindHeading   Kind = "heading"
	KindText      Kind = "text"
	KindImage     Kind = "image"
	KindGallery   Kind = "gallery"
	KindVideo     Kind = "video"
	KindMusic     Kind = "music"
	KindSocial    Kind = "social"
	KindContact   Kind = "contact"
	KindVCard     Kind = "vcard"
	KindForm      Kind = "form"
	KindFAQ       Kind = "faq"
	KindCountdown Kind = "countdown"
	KindDivider   Kind = "divider"
	KindMap       Kind = "map"
	KindQR        Kind = "qr"
	KindProduct   Kind = "product"
	KindHTML      Kind = "html"
	KindGroup     Kind = "group"
)

// Body is what blocks of one kind have beside the fields of all blocks.
type Body interface {
	Kind() Kind
	// check normalizes the body and reports its field errors.
	check(c *checker)
}

// Bodies returns an empty body of each kind, in the order in which they are
// offered.
func Bodies() []Body {
	return []Body{
		&Link{}, &Heading{}, &Text{}, &Image{}, &Gallery{}, &Video{}, &Music{}, &Social{}, &Contact{}, &VCard{},
		&Form{}, &FAQ{}, &Countdown{}, &Divider{}, &Map{}, &QR{}, &Product{}, &HTML{}, &Group{},
	}
}

// newBody returns an empty body of a kind, or nil for an unknown one.
func newBody(kind Kind) Body {
	for _, b := range Bodies() {
		if b.Kind() == kind {
			return b
		}
	}
	return nil
}

// Block is one part of a page. Its JSON form is an object with the fields of its
// body beside its own.
type Block struct {
	ID       string
	Visible  bool
	StartsAt time.Time // hidden before; zero: never
	EndsAt   time.Time // hidden from then on; zero: never
	Body     Body
}

// ShownAt reports whether visitors see the block at a time.
func (b *Block) ShownAt(now time.Time) bool { return b.Visible && within(now, b.StartsAt, b.EndsAt) }

// Title returns the text that names a block that can be clicked, or "".
func (b *Block) Title() string {
	switch body := b.Body.(type) {
	case *Link:
		return body.Title
	case *Product:
		return body.Title
	case *VCard:
		return body.Name
	case *Map:
		return body.Query
	case *Form:
		return body.Title
	}
	return ""
}

// common is the JSON form of the fields that all blocks have.
type common struct {
	ID       string     `json:"id"`
	Type     Kind       `json:"type"`
	Visible  *bool      `json:"visible"` // true if it is omitted
	StartsAt *time.Time `json:"startsAt"`
	EndsAt   *time.Time `json:"endsAt"`
}

// MarshalJSON encodes the block and its body as one object.
func (b Block) MarshalJSON() ([]byte, error) {
	c := common{ID: b.ID, Type: b.Body.Kind(), Visible: &b.Visible}
	if !b.StartsAt.IsZero() {
		c.StartsAt = &b.StartsAt
	}
	if !b.EndsAt.IsZero() {
		c.EndsAt = &b.EndsAt
	}
	head, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode a block: %w", err)
	}
	body, err := json.Marshal(b.Body)
	if err != nil {
		return nil, fmt.Errorf("encode a block: %w", err)
	}
	if bytes.Equal(body, []byte("{}")) {
		return head, nil
	}
	head[len(head)-1] = ','
	return append(head, body[1:]...), nil
}

// UnmarshalJSON decodes a block. It returns a fault with the fields that it cannot
// decode.
func (b *Block) UnmarshalJSON(data []byte) error {
	var c common
	if err := json.Unmarshal(data, &c); err != nil {
		return decodeFault(err)
	}
	return b.decode(c, data)
}

// decodeInGroup is UnmarshalJSON of a block in a group. Each level of nested groups would be
// read again by those around it.
func (b *Block) decodeInGroup(data []byte) error {
	var c common
	if err := json.Unmarshal(data, &c); err != nil {
		return decodeFault(err)
	}
	if c.Type == KindGroup {
		return errNested().At(".type")
	}
	return b.decode(c, data)
}

func (b *Block) decode(c common, data []byte) error {
	body := newBody(c.Type)
	if body == nil {
		return fault.New(fault.Invalid, "There is no such type of block.").At(".type")
	}
	if err := json.Unmarshal(data, body); err != nil {
		return decodeFault(err)
	}
	*b = Block{ID: c.ID, Visible: c.Visible == nil || *c.Visible, Body: body}
	if c.StartsAt != nil {
		b.StartsAt = *c.StartsAt
	}
	if c.EndsAt != nil {
		b.EndsAt = *c.EndsAt
	}
	return nil
}

// decodeFault returns the fault of a block that cannot be decoded. Those of the
// blocks of a group are returned as they are.
func decodeFault(err error) error {
	var f *fault.Error
	if errors.As(err, &f) {
		return f
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fault.New(fault.Invalid, "This value has the wrong type.").At("." + wrong.Field)
	}
	return fault.New(fault.Invalid, "This block cannot be read. Check its fields; times are written as 2026-04-01T12:00:00Z.")
}

// DecodeBlocks decodes a JSON list of blocks. It returns Invalid with the blocks
// that it cannot decode, at paths such as "blocks[2].type", or at "blocks" if there are more
// than MaxBlocks.
func DecodeBlocks(data []byte) ([]Block, error) {
	blocks, err := decodeBlocks(data, "blocks", (*Block).UnmarshalJSON)
	if err != nil {
		return nil, err
	}
	return blocks, checkCount(blocks)
}

// checkCount returns Invalid at "blocks" for more than MaxBlocks blocks, those in groups
// included.
func checkCount(blocks []Block) error {
	total := 0
	Each(blocks, func(*Block) { total++ })
	if total > MaxBlocks {
		return errTooMany(total).At("blocks")
	}
	return nil
}

func decodeBlocks(data []byte, path string, decode func(b *Block, data []byte) error) ([]Block, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fault.New(fault.Invalid, "Blocks are a list.").At(path)
	}
	if len(raw) > MaxBlocks {
		return nil, errTooMany(len(raw)).At(path)
	}
	var faults fault.List
	blocks := make([]Block, len(raw))
	for i, item := range raw {
		if faults.Full() {
			break
		}
		if err := decode(&blocks[i], item); err != nil {
			faults.AddErr(fmt.Sprintf("%s[%d]", path, i), err)
		}
	}
	return blocks, faults.Err()
}

// errTooMany returns the fault of a page with n blocks.
func errTooMany(n int) *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A page has at most %d blocks; this one has %d.", MaxBlocks, n))
}

func errNested() *fault.Error {
	return fault.New(fault.Invalid, "A group cannot contain another group.")
}

// Each calls visit for each block, those in groups after their group.
func Each(blocks []Block, visit func(b *Block)) {
	for i := range blocks {
		visit(&blocks[i])
		if g, ok := blocks[i].Body.(*Group); ok {
			Each(g.Blocks, visit)
		}
	}
}

// shown returns the block with an id that visitors see at a time, in groups too.
func shown(blocks []Block, id string, now time.Time) (*Block, bool) {
	for i := range blocks {
		b := &blocks[i]
		if !b.ShownAt(now) {
			continue
		}
		if b.ID == id {
			return b, true
		}
		if g, ok := b.Body.(*Group); ok {
			if found, ok := shown(g.Blocks, id, now); ok {
				return found, true
			}
		}
	}
	return nil, false
}

// validID reports whether an id has the form of a block's.
func validID(id string) bool {
	number, ok := ident.Number(id)
	return ok && number != 0 && ident.Text(ident.PageBlock, number) == id
}
