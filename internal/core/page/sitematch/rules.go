package sitematch

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"linnet/internal/base/budget"
)

// maxPrelude bounds the tokens of a selector or of a value that are read; the others are
// skipped.
const maxPrelude = 500

// declaration is a property with its value, in lower case. Longer values than maxValue are
// skipped.
type declaration struct{ name, value string }

// scanner reads the tokens of a style sheet. A sheet ends where its text or the budget does:
// blocks and brackets that are open then are closed.
type scanner struct {
	lexer  *css.Lexer
	budget *budget.Budget
}

func newScanner(b *budget.Budget, text string) *scanner {
	return &scanner{css.NewLexer(parse.NewInputString(text)), b}
}

// next returns the next token, or css.ErrorToken at the end.
func (s *scanner) next() (css.TokenType, []byte) {
	if s.budget.Nodes(1) != nil {
		return css.ErrorToken, nil
	}
	return s.lexer.Next()
}

// part is what scanner.until read.
type part struct {
	tokens []string
	colon  int // the index of the first colon outside of brackets; -1: none
	end    css.TokenType
}

func (p part) text() string { return strings.ToLower(strings.TrimSpace(strings.Join(p.tokens, ""))) }

// until reads up to a brace, or a semicolon, outside of brackets, or to the end of the
// sheet, whose type is css.ErrorToken.
func (s *scanner) until() part {
	p := part{colon: -1}
	for depth := 0; ; {
		kind, data := s.next()
		switch kind {
		case css.ErrorToken:
			p.end = kind
			return p
		case css.LeftBraceToken, css.RightBraceToken, css.SemicolonToken:
			if depth == 0 || kind == css.RightBraceToken {
				p.end = kind
				return p
			}
		case css.FunctionToken, css.LeftParenthesisToken, css.LeftBracketToken:
			depth++
		case css.RightParenthesisToken, css.RightBracketToken:
			depth = max(0, depth-1)
		case css.CommentToken, css.CDOToken, css.CDCToken:
			continue
		case css.WhitespaceToken:
			data = []byte(" ")
		case css.ColonToken:
			if depth == 0 && p.colon < 0 {
				p.colon = len(p.tokens)
			}
		}
		if len(p.tokens) < maxPrelude {
			p.tokens = append(p.tokens, string(data))
		}
	}
}

// skipBlock reads to the end of a block whose brace was read.
func (s *scanner) skipBlock() {
	for depth := 1; depth > 0; {
		switch kind, _ := s.next(); kind {
		case css.ErrorToken:
			return
		case css.LeftBraceToken:
			depth++
		case css.RightBraceToken:
			depth--
		}
	}
}

// declarations reads the block of a rule whose brace was read. Nested rules are skipped.
func (s *scanner) declarations() []declaration {
	var out []declaration
	for {
		p := s.until()
		if p.end == css.LeftBraceToken {
			s.skipBlock()
			continue
		}
		if p.colon > 0 && p.colon < len(p.tokens) {
			name := part{tokens: p.tokens[:p.colon]}.text()
			value, _, _ := strings.Cut(part{tokens: p.tokens[p.colon+1:]}.text(), "!important")
			if len(name)+len(value) <= maxValue {
				out = append(out, declaration{name, strings.TrimSpace(value)})
			}
		}
		if p.end != css.SemicolonToken {
			return out
		}
	}
}

// eachRule calls visit with the selectors and the declarations of each rule of a sheet that
// applies to a light, wide screen. It takes time in proportion to the sheet.
func eachRule(b *budget.Budget, sheet string, visit func(selectors []string, declarations []declaration)) {
	for s := newScanner(b, sheet); ; {
		p := s.until()
		switch {
		case p.end == css.ErrorToken:
			return
		case p.end != css.LeftBraceToken: // a statement, or the end of a group of rules
		case strings.HasPrefix(p.text(), "@"):
			if !appliesHere(p.text()) {
				s.skipBlock()
			}
		default:
			visit(splitList(p.text()), s.declarations())
		}
	}
}

// appliesHere reports whether the rules of a group are read.
func appliesHere(prelude string) bool {
	name, condition, _ := strings.Cut(strings.TrimPrefix(prelude, "@"), " ")
	switch name {
	case "media":
		return !slices.ContainsFunc([]string{"print", "dark", "max-width", "forced-colors", "not "}, func(s string) bool {
			return strings.Contains(condition, s)
		})
	case "layer", "supports":
		return true
	}
	return false
}

// splitList splits a list at the commas outside of brackets.
func splitList(text string) []string {
	var out []string
	depth, start := 0, 0
	for i, r := range text {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(text[start:]))
}
