package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/visible"
	"linnet/internal/core/link"
)

// checker normalizes the content of a page and collects its field errors, and
// the links and images that it refers to. It is the only place that decides what a draft
// may contain (fail), and what it must contain to be published (missing).
type checker struct {
	faults     *fault.List // of values that are not stored
	incomplete *fault.List // of values that are stored but not published
	path       string      // of the block that is checked, with a dot; empty: the page
	hidden     bool        // the block is switched off, or its group is
	complete   bool        // nothing is missing in the block
	blocked    func(address string) bool
	seen       map[string]bool // ids of blocks
	uses       *uses
}

// uses are the links and images of a page, with the fields that name them.
type uses struct {
	links, media []use
	created      []*Link // blocks whose link is to be created
	createdAt    []string
}

// use is a reference to an id at a field.
type use struct{ field, id string }

// check normalizes the content of a draft and returns what it refers to, or every error of
// a field that cannot be stored. Missing values are not errors, see requireComplete.
func (c *Content) check(blocked func(address string) bool) (*uses, error) {
	var faults fault.List
	k := newChecker(&faults, &fault.List{})
	k.blocked = blocked
	c.checkFields(k)
	if err := c.checkBounds(); err != nil {
		faults.AddErr("", err)
		return nil, faults.Err()
	}
	k.blocks("blocks", c.Blocks)
	return k.uses, faults.Err()
}

// requireComplete returns Invalid with each field, at most fault.MaxFields, that the stored
// content lacks to be published. Blocks that are switched off may be incomplete, because
// visitors do not see them.
func (c *Content) requireComplete() error {
	var incomplete fault.List
	k := newChecker(&fault.List{}, &incomplete)
	copied := *c
	copied.checkFields(k)
	k.blocks("blocks", cloneBlocks(c.Blocks))
	return incomplete.Err()
}

// incomplete returns the fields of requireComplete.
func (c *Content) incomplete() []fault.Field {
	var f *fault.Error
	if errors.As(c.requireComplete(), &f) {
		return f.Fields
	}
	return nil
}

// newChecker returns a checker that blocks no address. Both lists may be the same.
func newChecker(faults, incomplete *fault.List) *checker {
	return &checker{
		faults:     faults,
		incomplete: incomplete,
		blocked:    func(string) bool { return false },
		seen:       map[string]bool{},
		uses:       &uses{},
	}
}

// checkFields checks everything but the blocks.
func (c *Content) checkFields(k *checker) {
	k.text("title", &c.Title, MaxTitle, true)
	k.lines("description", &c.Description, MaxDescription, false)
	k.media("avatar", c.AvatarID)
	var err error
	c.Theme, err = c.Theme.Normalize()
	k.faults.AddErr("theme.", err)
	k.media("theme.backgroundImage", c.Theme.BackgroundImage)
	c.StartsAt, c.EndsAt = k.schedule(c.StartsAt, c.EndsAt)
	if !slices.Contains([]int{0, 16, 18, 21}, c.AgeGate) {
		k.fail("ageGate", "Choose an age of 16, 18 or 21 years, or 0 for none.")
	}
	if problem := c.Language.Problem(); problem != "" {
		k.fail("language", problem)
	}
}

// checkBounds returns Invalid at "blocks" for content that is neither stored nor previewed:
// more than MaxBlocks blocks, those in groups included, groups in groups, or more than
// MaxContent bytes.
func (c *Content) checkBounds() error {
	if err := checkCount(c.Blocks); err != nil {
		return err
	}
	nested := false
	Each(c.Blocks, func(b *Block) {
		if g, ok := b.Body.(*Group); ok {
			nested = nested || slices.ContainsFunc(g.Blocks, func(b Block) bool { return b.Body.Kind() == KindGroup })
		}
	})
	if nested {
		return errNested().At("blocks")
	}
	return c.checkSize()
}

// checkSize returns Invalid at "blocks" if the content has more than MaxContent bytes,
// because each revision of a page is stored whole.
func (c *Content) checkSize() error {
	encoded, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode the content of a page: %w", err)
	}
	if len(encoded) > MaxContent {
		return fault.New(fault.Invalid, fmt.Sprintf(
			"The content of a page has at most %d KiB; this one has %d. Shorten its texts.", MaxContent>>10, (len(encoded)+1<<10-1)>>10)).At("blocks")
	}
	return nil
}

// CheckBody normalizes a body and returns Invalid with its field errors, those of missing
// values included. It does not look up the links and images that the body refers to.
func CheckBody(body Body) error {
	var faults fault.List
	body.check(newChecker(&faults, &faults))
	return faults.Err()
}

// blocks checks a list of blocks and gives ids to those without one.
func (c *checker) blocks(field string, blocks []Block) {
	for i := range blocks {
		if c.faults.Full() {
			return
		}
		b := &blocks[i]
		one := *c
		one.path = fmt.Sprintf("%s%s[%d].", c.path, field, i)
		one.hidden = c.hidden || !b.Visible
		one.complete = true
		switch {
		case b.ID == "":
			b.ID = ident.New(ident.PageBlock)
		case !validID(b.ID):
			one.fail("id", "This is not the id of a block. Omit it for a new block.")
		case c.seen[b.ID]:
			one.fail("id", "Two blocks have this id. Omit it for a new block.")
		}
		c.seen[b.ID] = true
		b.StartsAt, b.EndsAt = one.schedule(b.StartsAt, b.EndsAt)
		b.Body.check(&one)
		if l, ok := b.Body.(*Link); ok && l.LinkID == "" && one.complete {
			c.uses.created = append(c.uses.created, l)
			c.uses.createdAt = append(c.uses.createdAt, one.path+"url")
		}
	}
}

// fail reports a value that no draft may have.
func (c *checker) fail(field, message string) { c.faults.Add(c.path+field, message) }

// missing reports a value that a draft may lack, or that is not entered in full, and that
// visitors would miss.
func (c *checker) missing(field, message string) {
	c.complete = false
	if !c.hidden {
		c.incomplete.Add(c.path+field, message)
	}
}

// schedule returns the bounds in UTC with milliseconds.
func (c *checker) schedule(from, to time.Time) (time.Time, time.Time) {
	c.time("startsAt", from)
	c.time("endsAt", to)
	if !from.IsZero() && !to.IsZero() && !to.After(from) {
		c.missing("endsAt", "The end must be after the start.")
	}
	return normalTime(from), normalTime(to)
}

func (c *checker) time(field string, at time.Time) {
	if !at.IsZero() && (at.Year() < 1971 || at.Year() > 9999) {
		c.fail(field, "Choose a time between the years 1971 and 9999.")
	}
}

func normalTime(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

// text normalizes and checks a text of one line.
func (c *checker) text(field string, value *string, limit int, required bool) {
	c.anyText(field, value, limit, required, func(r rune) bool { return !unicode.IsControl(r) })
}

// lines normalizes and checks a text that may have several lines.
func (c *checker) lines(field string, value *string, limit int, required bool) {
	*value = strings.ReplaceAll(*value, "\r\n", "\n")
	c.anyText(field, value, limit, required, func(r rune) bool { return r == '\n' || r == '\t' || !unicode.IsControl(r) })
}

func (c *checker) anyText(field string, value *string, limit int, required bool, allowed func(rune) bool) {
	*value = strings.TrimSpace(norm.NFC.String(*value))
	switch n := utf8.RuneCountInString(*value); {
	case required && n == 0:
		c.missing(field, "Enter a text.")
	case n > limit:
		c.fail(field, fmt.Sprintf("Use at most %d characters; this text has %d.", limit, n))
	case !utf8.ValidString(*value) || strings.ContainsFunc(*value, func(r rune) bool { return !allowed(r) }):
		c.fail(field, "The text contains a control character. Remove it.")
	case visible.Problem(*value) != "":
		c.fail(field, visible.Problem(*value))
	}
}

// url checks the address of a web page. A draft may have one that is not entered in full.
func (c *checker) url(field string, value *string, required bool) {
	*value = strings.TrimSpace(*value)
	if *value == "" {
		if required {
			c.missing(field, "Enter an address, such as https://example.com/page.")
		}
		return
	}
	err := CheckAddress(*value)
	switch {
	case err == nil && c.blocked(*value):
		c.fail(field, "Links to this address are not allowed on this install. Choose another destination.")
	case err == nil:
	case len(*value) > link.MaxURL || link.CheckScheme(*value) != nil:
		c.fail(field, fault.Sentence(err))
	default:
		c.missing(field, fault.Sentence(err))
	}
}

// CheckAddress returns Invalid unless address is one of a web page.
func CheckAddress(address string) error {
	if err := link.CheckURL(address, nil); err != nil {
		return err
	}
	if scheme, _ := link.Scheme(address); scheme != "http" && scheme != "https" {
		return fault.New(fault.Invalid, "Enter an address that begins with https:// or http://.")
	}
	return nil
}

func (c *checker) email(field string, value *string) {
	c.text(field, value, maxEmail, false)
	if *value == "" {
		return
	}
	parsed, err := mail.ParseAddress(*value)
	if err != nil || parsed.Address != *value || strings.ContainsAny(*value, "<>\"'&?") {
		c.missing(field, "Enter an email address, such as name@example.com.")
	}
}

var phonePattern = regexp.MustCompile(`^\+?[0-9][0-9 ()./-]{2,}$`)

func (c *checker) phone(field string, value *string) {
	c.text(field, value, maxShort, false)
	if *value != "" && !phonePattern.MatchString(*value) {
		c.missing(field, "Enter a phone number, such as +44 20 1234 5678.")
	}
}

var pricePattern = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,3})?$`)

func (c *checker) price(field string, value *string) {
	c.text(field, value, maxShort, false)
	if !pricePattern.MatchString(*value) {
		c.missing(field, "Enter a price, such as 19.90.")
	}
}

var currencyPattern = regexp.MustCompile(`^[A-Z]{3}$`)

func (c *checker) currency(field string, value *string) {
	c.text(field, value, maxShort, false)
	*value = strings.ToUpper(*value)
	if !currencyPattern.MatchString(*value) {
		c.missing(field, "Enter an ISO 4217 code, such as EUR.")
	}
}

// count reports whether a list has an allowed number of items.
func (c *checker) count(field string, n int) bool {
	message := fmt.Sprintf("Add 1 to %d items.", maxItems)
	if n > maxItems {
		c.fail(field, message)
		return false
	}
	if n == 0 {
		c.missing(field, message)
	}
	return true
}

func (c *checker) link(field, id string) {
	c.uses.links = append(c.uses.links, use{c.path + field, id})
}

func (c *checker) media(field, id string) {
	if id != "" {
		c.uses.media = append(c.uses.media, use{c.path + field, id})
	}
}

func (c *checker) requiredMedia(field, id string) {
	if id == "" {
		c.missing(field, "Choose an image.")
	}
	c.media(field, id)
}
