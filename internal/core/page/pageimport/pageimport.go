// Package pageimport converts exports of other services to the content of a bio
// page: JSON of LinkStack, saved pages of Linktree and of other services, and CSV. It
// fetches nothing.
package pageimport

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/page"
)

// Bounds of a conversion.
const (
	MaxSkipped = 200  // entries in Skipped of the result
	maxEntries = 5000 // of a file
)

// ErrTooLarge returns the fault of a file that exceeds
// page.MaxExportBytes.
func ErrTooLarge() error {
	return fault.New(fault.TooLarge, "The file has more than 5 MiB. Choose the export itself, without images.").At("file")
}

// Convert returns the content of an export. It is Invalid at "file" for a file
// without links, and TooLarge beyond
// page.MaxExportBytes.
func Convert(file []byte) (*page.Export, error) {
	if len(file) > page.MaxExportBytes {
		return nil, ErrTooLarge()
	}
	file = bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")))
	if len(file) == 0 {
		return nil, invalid("The file is empty. Choose an export.")
	}
	if !utf8.Valid(file) {
		return nil, invalid("The file is not a text in UTF-8. Choose a JSON, HTML or CSV file.")
	}
	b := &builder{result: &page.Export{Blocks: []page.Block{}, Skipped: []page.SkippedEntry{}}}
	var err error
	switch file[0] {
	case '{', '[':
		err = b.fromJSON(file)
	case '<':
		err = b.fromHTML(file)
	default:
		err = b.fromCSV(file)
	}
	if err != nil {
		return nil, err
	}
	if len(b.result.Blocks) == 0 && b.result.SkippedTotal == 0 {
		return nil, invalid("The file has no links. Choose an export of Linktree or LinkStack, or a saved page.")
	}
	b.result.Title, b.result.Description = clip(b.result.Title, page.MaxTitle), clip(b.result.Description, page.MaxDescription)
	return b.result, nil
}

func invalid(sentence string) error { return fault.New(fault.Invalid, sentence).At("file") }

// builder collects the blocks of an export.
type builder struct {
	result *page.Export
	count  int         // of blocks, those of groups included
	group  *page.Group // that the next blocks belong to; nil: none
}

// entry is an entry of an export.
type entry struct{ title, address string }

// add adds a block, or skips the entry if the block is not valid.
func (b *builder) add(e entry, body page.Body) {
	block := page.Block{Visible: true, Body: body}
	if b.count >= page.MaxBlocks {
		b.skip(e, "A page has at most 100 blocks.")
		return
	}
	if err := page.CheckBody(body); err != nil {
		b.skip(e, fault.Sentence(err))
		return
	}
	b.count++
	if b.group != nil {
		b.group.Blocks = append(b.group.Blocks, block)
		return
	}
	b.result.Blocks = append(b.result.Blocks, block)
}

func (b *builder) skip(e entry, reason string) {
	b.result.SkippedTotal++
	if len(b.result.Skipped) < MaxSkipped {
		b.result.Skipped = append(b.result.Skipped, page.SkippedEntry{Title: clip(e.title, 200), Address: clip(e.address, 200), Reason: reason})
	}
}

// link adds the block for an address: a link, or a contact for an email address or a
// phone number.
func (b *builder) link(e entry) {
	e.title, e.address = clip(e.title, 200), strings.TrimSpace(e.address)
	scheme, rest, _ := strings.Cut(e.address, ":")
	switch {
	case e.address == "":
		b.skip(e, "The entry has no address.")
	case strings.EqualFold(scheme, "mailto"):
		address, _, _ := strings.Cut(rest, "?")
		b.add(e, &page.Contact{Email: unescaped(address)})
	case strings.EqualFold(scheme, "tel"):
		b.add(e, &page.Contact{Phone: unescaped(rest)})
	default:
		address := e.address
		if !strings.Contains(address, ":") {
			address = "https://" + strings.TrimLeft(address, "/")
		}
		if e.title == "" {
			e.title = hostOf(address)
		}
		b.add(e, &page.Link{Title: e.title, URL: address})
	}
}

func unescaped(text string) string {
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return clip(address, 200)
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// social adds a row of profiles. Unknown networks become websites.
func (b *builder) social(entries []entry) {
	row := &page.Social{}
	for _, e := range entries {
		address := strings.TrimSpace(e.address)
		if strings.HasPrefix(strings.ToLower(address), "mailto:") || strings.HasPrefix(strings.ToLower(address), "tel:") {
			b.link(entry{address: address})
			continue
		}
		item := page.SocialItem{Network: networkOf(e.title), URL: address}
		if err := page.CheckBody(&page.Social{Items: []page.SocialItem{item}}); err != nil {
			b.skip(e, fault.Sentence(err))
			continue
		}
		row.Items = append(row.Items, item)
	}
	const most = 30 // profiles of a row
	for len(row.Items) > 0 {
		n := min(most, len(row.Items))
		b.add(entry{title: "Profiles"}, &page.Social{Items: row.Items[:n:n]})
		row.Items = row.Items[n:]
	}
}

// networkOf returns the network with a name such as "INSTAGRAM".
func networkOf(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if name == "twitter" {
		return "x"
	}
	for _, n := range page.Networks() {
		if n.ID == name {
			return name
		}
	}
	return "website"
}

// clip returns a text of one paragraph without control characters and with at most
// limit characters.
func clip(text string, limit int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	runes := []rune(text)
	if len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit-1])) + "…"
	}
	return text
}
