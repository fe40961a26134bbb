package transfer

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// exported are the columns of an export, in their order: those that people look
// for come first.
func exported() []Field {
	return []Field{
		ShortURL, URL, Title, Tags, Folder, Clicks, CreatedAt, Domain, Alias, Aliases, Comments, Archived, StartsAt, ExpiresAt, MaxClicks, FallbackURL,
		RedirectStatus, ForwardQuery, ForwardPath, Indexable, Conversions, HasPassword, UTMSource, UTMMedium, UTMCampaign, UTMTerm, UTMContent, UTMRef,
		PreviewTitle, PreviewText, PreviewImage, Rules, Split,
	}
}

// momentForm keeps the milliseconds that the records keep.
const momentForm = "2006-01-02T15:04:05.000Z"

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(momentForm)
}

// cellOf returns a link's cell of a field. folder is the name of its folder,
// short its address.
func cellOf(field Field, l *link.Link, short, folder string) string {
	switch field {
	case ShortURL:
		return short
	case Domain:
		return l.Domain
	case Alias:
		return l.Alias()
	case Aliases:
		return strings.Join(l.Aliases[1:], " ")
	case URL:
		return l.URL
	case Title:
		return l.Title
	case Comments:
		return l.Comments
	case Tags:
		return tagsCell(l.Tags)
	case Folder:
		return folder
	case CreatedAt:
		return moment(l.CreatedAt)
	case StartsAt:
		return moment(l.StartsAt)
	case ExpiresAt:
		return moment(l.ExpiresAt)
	case MaxClicks:
		if l.MaxClicks == 0 {
			return ""
		}
		return strconv.FormatInt(l.MaxClicks, 10)
	case Clicks:
		return strconv.FormatInt(l.ClickCount, 10)
	case RedirectStatus:
		return strconv.Itoa(l.RedirectStatus)
	case FallbackURL:
		return l.FallbackURL
	case Rules:
		return rulesCell(l.Rules)
	case Split:
		return jsonCell(l.Split, len(l.Split))
	}
	return smallCell(field, l)
}

// smallCell returns switches and parts.
func smallCell(field Field, l *link.Link) string {
	switch field {
	case Archived:
		return strconv.FormatBool(l.Archived)
	case ForwardQuery:
		return strconv.FormatBool(l.ForwardQuery)
	case ForwardPath:
		return strconv.FormatBool(l.ForwardPath)
	case Indexable:
		return strconv.FormatBool(l.Indexable)
	case Conversions:
		return strconv.FormatBool(l.TrackConversions)
	case HasPassword:
		return strconv.FormatBool(l.PasswordHash != "")
	case UTMSource:
		return l.UTM.Source
	case UTMMedium:
		return l.UTM.Medium
	case UTMCampaign:
		return l.UTM.Campaign
	case UTMTerm:
		return l.UTM.Term
	case UTMContent:
		return l.UTM.Content
	case UTMRef:
		return l.UTM.Ref
	case PreviewTitle:
		return l.Preview.Title
	case PreviewText:
		return l.Preview.Description
	case PreviewImage:
		return l.Preview.Image
	}
	return ""
}

// rulesCell leaves out the ids, which are this install's own.
func rulesCell(rules []routing.Rule) string {
	plain := make([]routing.Rule, len(rules))
	for i, r := range rules {
		r.ID = ""
		plain[i] = r
	}
	return jsonCell(plain, len(plain))
}

func jsonCell(value any, length int) string {
	if length == 0 {
		return ""
	}
	raw, err := json.Marshal(value)
	if err != nil { // rules and branches always marshal
		return ""
	}
	return string(raw)
}

// object returns a link as an object with the names of the columns: the same
// facts, in JSON's own types.
func object(l *link.Link, short, folder string) ([]byte, error) {
	out := []byte{'{'}
	for i, field := range exported() {
		value, err := json.Marshal(valueOf(field, l, cellOf(field, l, short, folder)))
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendQuote(out, string(field))
		out = append(append(out, ':'), value...)
	}
	return append(out, '}'), nil
}

// valueOf returns what an object holds for a cell; null for an empty one.
func valueOf(field Field, l *link.Link, cell string) any {
	switch field {
	case Tags:
		return append([]string{}, l.Tags...)
	case Aliases:
		return append([]string{}, l.Aliases[1:]...)
	case Clicks:
		return l.ClickCount
	case RedirectStatus:
		return l.RedirectStatus
	case Archived, ForwardQuery, ForwardPath, Indexable, Conversions, HasPassword:
		return cell == "true"
	}
	switch {
	case cell == "":
		return nil
	case field == MaxClicks:
		return l.MaxClicks
	case field == Rules, field == Split:
		return json.RawMessage(cell)
	}
	return cell
}
