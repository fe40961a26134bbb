package sitematch

import "linnet/internal/base/budget"

// ThemeOf reads the theme of a style sheet within a budget.
func ThemeOf(b *budget.Budget, css string) error {
	_, _, err := themeOf(b, Site{Sheets: []string{css}})
	return err
}
