// Package clicksql is the planner of both click stores: it turns a question about
// clicks into SQL, and rows into the answer.
//
// A Scope selects the clicks of a query from the tables of an engine. A Plan consists
// of the parts of a report (the count, the time series, the heat map, each top list)
// and collects their rows. A Lookup answers the other questions. What the engines
// write differently is a Dialect; how a plan is executed, and in how many statements,
// is up to the engine.
package clicksql

// Dialect is what engines write differently.
//
// Every engine stores the columns of Columns; the column visitor of an unknown visitor
// is NULL or 0.
type Dialect interface {
	// Number returns an id as a literal.
	Number(n uint64) string
	// Text returns a text from a user, the nth of the statement from 1 on, as a term,
	// and reports whether it is an argument of the statement.
	Text(text string, nth int) (term string, argument bool)
	// Lower returns the expression of a text in lower case.
	Lower(text string) string
	// Div returns the expression of a number of at least 0, divided and rounded down.
	Div(number string, by int64) string
	// RoundDown returns the expression of the largest of some ascending times at or
	// before ts; the first one may be after it.
	RoundDown(times []int64) string
	// CountVisitors returns the number of distinct known visitors of clicks that match
	// a condition.
	CountVisitors(condition string) string
	// ID returns an expression that has the order of the ids of clicks, and IDOf the
	// literal of its value for an id.
	ID() string
	IDOf(n uint64) string
}
