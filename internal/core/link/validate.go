package link

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/visible"
	"linnet/internal/core/routing"
)

// Limits on the texts of a link, in characters, and on its tags.
const (
	MaxTitle       = 300
	MaxComments    = 5_000
	MaxDescription = 1_000
	MaxExternalID  = 255
	MaxTag         = 50
	MaxTags        = 50
	MinPassword    = 4 // short, because attempts are limited
	MaxPassword    = 200
)

// MaxRoutingBytes limits the rules and the split of one link, as JSON: every
// version and every response contains them.
const MaxRoutingBytes = 64 << 10

// Validate returns one Invalid fault for all invalid fields of a normalized
// draft. schemes are accepted in destinations beside the built-in ones.
func (d *Draft) Validate(schemes ...string) error {
	var l fault.List
	for _, f := range d.DecodeErrors {
		l.Add(f.Field, f.Message)
	}
	if d.Alias != nil {
		l.AddErr("alias", CheckAlias(*d.Alias))
	}
	l.AddErr("url", CheckURL(d.URL, schemes))
	d.checkTexts(&l)
	l.AddErr("password", checkPassword(d.NewPassword()))
	d.checkTags(&l)
	d.checkOptions(&l)
	if d.FallbackURL != "" {
		l.AddErr("fallbackUrl", CheckURL(d.FallbackURL, schemes))
	}
	l.AddErr("", routing.ValidateRules(d.Rules))
	l.AddErr("", routing.ValidateSplit(d.Split))
	routing.EachURL(d.Rules, d.Split, func(field, url string) { l.AddErr(field, CheckURL(url, schemes)) })
	return l.Err()
}

// checkRoutingSize reports rules and a split that exceed MaxRoutingBytes and
// removes them, so that the checks that follow take bounded time.
func (d *Draft) checkRoutingSize(l *fault.List) {
	raw, err := json.Marshal(struct {
		Rules []routing.Rule   `json:"rules,omitempty"`
		Split []routing.Branch `json:"split,omitempty"`
	}{d.Rules, d.Split})
	if err == nil && len(raw) <= MaxRoutingBytes {
		return
	}
	field := "rules"
	if len(d.Rules) == 0 {
		field = "split"
	}
	l.Add(field, fmt.Sprintf("The rules and the split have %d KiB; the limit is %d KiB. Use shorter lists of values or fewer rules.",
		(len(raw)+1023)>>10, MaxRoutingBytes>>10))
	d.Rules, d.Split = nil, nil
}

func checkPassword(password string) error {
	if password != "" && utf8.RuneCountInString(password) < MinPassword {
		return invalid(fmt.Sprintf("A password has at least %d characters.", MinPassword))
	}
	return checkText(password, MaxPassword)
}

// CheckTags returns an Invalid fault for tags that a link cannot have.
func CheckTags(tags []string) error {
	var faults fault.List
	(&Draft{Settings: Settings{Tags: tags}}).checkTags(&faults)
	return faults.Err()
}

func (d *Draft) checkTags(l *fault.List) {
	if len(d.Tags) > MaxTags {
		l.Add("tags", fmt.Sprintf("A link has at most %d tags; this one has %d.", MaxTags, len(d.Tags)))
		return
	}
	for i, tag := range d.Tags {
		field := fmt.Sprintf("tags[%d]", i)
		if tag == "" {
			l.Add(field, "A tag has at least one character.")
		}
		if strings.Contains(tag, ",") {
			l.Add(field, "A tag cannot contain a comma.")
		}
		l.AddErr(field, checkText(tag, MaxTag))
	}
}

// checkText rejects a text with more than limit characters, invalid UTF-8, control
// characters other than line breaks and tabs, or characters that hide what it says.
func checkText(value string, limit int) error {
	switch {
	case utf8.RuneCountInString(value) > limit:
		return invalid(fmt.Sprintf("Use at most %d characters. This text has %d.", limit, utf8.RuneCountInString(value)))
	case !utf8.ValidString(value):
		return invalid("This is not valid UTF-8 text.")
	case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }):
		return invalid("Remove the control characters from this text.")
	case visible.Problem(value) != "":
		return invalid(visible.Problem(value))
	}
	return nil
}

func checkImage(address string) error {
	if scheme, _ := Scheme(address); scheme != "https" && scheme != "http" {
		return invalid("The image URL must begin with https://.")
	}
	return CheckURL(address, nil)
}
