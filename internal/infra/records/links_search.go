package records

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

// gramLength is the number of letters of the parts of words that link_search has.
const gramLength = 3

// maxGrams bounds the parts of words that one search looks up. More make no difference,
// because the texts are compared.
const maxGrams = 32

// searchWords returns the folded words that a search looks for.
func searchWords(f link.Filter) []string { return strings.Fields(routing.Fold(f.Search)) }

// indexQuery returns the query for the links that may have the words in their text, in the
// language of FTS5. It is "" for words that are shorter than gramLength.
func indexQuery(words []string) string {
	var grams []string
	for _, word := range words {
		letters := []rune(word)
		for at := 0; at+gramLength <= len(letters) && len(grams) < maxGrams; at++ {
			gram := string(letters[at : at+gramLength])
			grams = append(grams, `"`+strings.ReplaceAll(gram, `"`, `""`)+`"`)
		}
	}
	return strings.Join(grams, " AND ")
}

// indexed returns the part of a query after SELECT for the rows of link_search that match,
// in the workspace $1 of q.
func (q *linkQuery) indexed(columns, from, match string) string {
	const first = `(SELECT space << 32 FROM link_search_spaces WHERE workspace_id = $1)`
	return columns + ` FROM link_search s` + from + ` WHERE s.link_search MATCH ` + q.arg(match) + `
		AND s.rowid >= ` + first + ` AND s.rowid <= ` + first + ` + 4294967295`
}

// findsFew reports whether the index of texts finds few links for a search. PostgreSQL
// decides by itself when to use its index.
func (s *Store) findsFew(ctx context.Context, v access.View, f link.Filter) (bool, error) {
	match := indexQuery(searchWords(f))
	if !s.d.textIndex || match == "" {
		return false, nil
	}
	q := linkQuery{args: []any{v.WorkspaceID()}}
	n, err := s.read.count(ctx, `(SELECT `+q.indexed(`1`, ``, match)+` LIMIT `+q.arg(s.few+1)+`) found`, q.args...)
	return n <= s.few, err
}

// checkWords returns an error for a search that would compare the texts of all links: one for
// words that are shorter than gramLength, unless others find few links.
func (s *Store) checkWords(ctx context.Context, v access.View, f link.Filter) error {
	words := searchWords(f)
	long := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return utf8.RuneCountInString(word) < gramLength })
	if len(long) == len(words) {
		return nil
	}
	if len(long) > 0 && !s.d.textIndex { // else findsFew has counted
		q := linksOf(v, `l.deleted_at = 0`)
		q.search(link.Filter{Search: strings.Join(long, " ")}, byOrder)
		n, err := s.read.count(ctx, `(SELECT 1 FROM links l`+q.whereText()+` LIMIT `+q.arg(s.few+1)+`) found`, q.args...)
		if err != nil || n <= s.few {
			return err
		}
	}
	return fault.New(fault.Invalid, "Among more than 2,000,000 links, search for words of at least three letters, or choose a folder, a tag or a status first.").
		At("search")
}

// search adds the conditions of a search.
func (q *linkQuery) search(f link.Filter, by reading) {
	words := searchWords(f)
	for _, word := range words {
		like := ` LIKE ` + q.arg("%"+likeLiteral.Replace(word)+"%") + ` ESCAPE '!'`
		q.and(`(l.search` + like + ` OR l.page_search` + like + `)`)
	}
	if by == byText {
		q.first = q.indexed(`r.link_id AS id`, ` JOIN link_search_rows r ON r.number = s.rowid`, indexQuery(words))
		q.and(`l.id = first.id`)
	}
}
