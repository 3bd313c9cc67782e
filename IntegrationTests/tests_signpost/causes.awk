# Causes from ids alone: "Following causes" in Documentation/TraceSchema.md, in code.
#
#   babeltrace2 DIRECTORY | LC_ALL=C awk -f causes.awk
#
# Prints a tree for each store, of actions and of the effects that they started, in an order that
# does not depend on time. Contradictions of the schema go to standard error, and make the exit code
# 1.

# An id means something only together with its process; none is 0.
function id(field) { return process (match($0, "[ {]" field " = [0-9]+") ? value(field) : "?") }
function number(field) { return match($0, "[ {]" field " = [0-9]+") ? value(field) + 0 : -1 }
function value(field) { return substr($0, RSTART + length(field) + 4, RLENGTH - length(field) - 4) }
function string(field) {
  return match($0, "[ {]" field " = \"[^\"]*\"") \
    ? substr($0, RSTART + length(field) + 5, RLENGTH - length(field) - 6) : "?"
}
function enumeration(field) {
  return match($0, "[ {]" field " = \\( \"[^\"]*\"") \
    ? substr($0, RSTART + length(field) + 7, RLENGTH - length(field) - 8) : "?"
}

function complain(text) {
  print text > "/dev/stderr"
  status = 1
}
function once(kind, key) {
  if ((kind, key) in given) complain(kind " " key " is there twice")
  given[kind, key] = 1
}
function same(what, expected, found) {
  if (expected != found) complain(what ": " expected " and " found)
}

BEGIN { process = "" }
{
  process = match($0, /vpid = [0-9]+/) ? substr($0, RSTART + 7, RLENGTH - 7) ":" : ""
  none = process 0
}

/ composable:store_created: / {
  key = id("store")
  if (key in feature) next
  once("id", key)
  feature[key] = string("feature")
  root[key] = id("parent") == none ? key : root[id("parent")]
}

/ composable:send: / {
  key = id("action")
  once("send of action", key)
  send_cause[key] = id("cause")
  send_store[key] = id("store")
}

/ composable:action_begin: / {
  key = id("action")
  once("id", key)
  name[key] = string("name")
  prefix[key] = string("prefix")
  cause[key] = id("cause")
  parent[key] = id("parent")
  store[key] = id("store")
  if (parent[key] != none) actions_in[parent[key]] = actions_in[parent[key]] " " key
  else if (cause[key] != none) actions_of[cause[key]] = actions_of[cause[key]] " " key
  else outside[store[key]] = outside[store[key]] " " key
}

/ composable:action_end: / {
  key = id("action")
  once("end of action", key)
  if (!(key in name)) complain("action " key " has an end and no begin")
}

/ composable:effect_begin: / {
  key = id("effect")
  # An effect that runs when a session starts is announced to all.
  if (key in origin && !(("end of effect", key) in given)) next
  once("id", key)
  origin[key] = id("action")
  effect_name[key] = string("prefix") " " string("name")
  effects_of[origin[key]] = effects_of[origin[key]] " " key
}

/ composable:effect_output: / {
  key = id("effect")
  if (!(key in origin) || (("end of effect", key) in given))
    complain("effect " key " has an output and is not running")
  seen_outputs[key]++
}

/ composable:effect_end: / {
  key = id("effect")
  once("end of effect", key)
  if (!(key in origin)) complain("effect " key " has an end and no begin")
  outcome[key] = enumeration("outcome")
  outputs[key] = number("outputs")
}

END {
  for (key in name) {
    if (!(("end of action", key) in given)) complain("action " key " has no end")
    if (!(store[key] in feature)) complain("action " key " is of no known store " store[key])
    if (cause[key] !~ /(^|:)0$/ && !(cause[key] in origin))
      complain("action " key " has an unknown cause " cause[key])
    if (parent[key] ~ /(^|:)0$/) {
      if (!(("send of action", key) in given)) complain("action " key " has not been sent")
      if (cause[key] in origin) received[cause[key]]++
    } else if (!(parent[key] in name)) {
      complain("action " key " has an unknown parent " parent[key])
    } else {
      same("the causes of action " key " and its parent", cause[key], cause[parent[key]])
      same("the stores of action " key " and its parent", store[key], store[parent[key]])
    }
    if (cause[key] in origin)
      same("the stores of action " key " and its cause", store[key], store[origin[cause[key]]])
  }
  for (key in send_cause) {
    if (!(key in name)) {
      complain("the send of action " key " leads to none")
      continue
    }
    same("the causes of action " key " and its send", cause[key], send_cause[key])
    same("the stores of action " key " and its send", store[key], root[send_store[key]])
  }
  for (key in origin) {
    if (!(key in outcome)) complain("effect " key " has no end")
    if (!(origin[key] in name)) {
      complain("effect " key " is of no known action " origin[key])
      continue
    }
    same("the names of effect " key " and its action", effect_name[key], \
      prefix[origin[key]] " " name[origin[key]])
    same("the outputs of effect " key, outputs[key], seen_outputs[key] + 0)
    same("the outputs of effect " key " and the actions it caused", outputs[key], received[key] + 0)
  }
  for (key in root) if (root[key] == key) stores = stores " " key
  printf "%s", trees("store", stores, "")
  exit status
}

# The trees of several stores, actions or effects, sorted.
function trees(kind, keys, indentation,   list, tree, count, i, j, text) {
  count = split(keys, list, " ")
  for (i = 1; i <= count; i++) {
    tree[i] = indentation (kind == "store" ? store_tree(list[i], indentation "  ") \
      : kind == "action" ? action_tree(list[i], indentation "  ") \
      : effect_tree(list[i], indentation "  "))
    for (j = i; j > 1 && tree[j] < tree[j - 1]; j--) {
      text = tree[j]
      tree[j] = tree[j - 1]
      tree[j - 1] = text
    }
  }
  text = ""
  for (i = 1; i <= count; i++) text = text tree[i]
  return text
}

function store_tree(key, indentation) {
  return "store " feature[key] "\n" trees("action", outside[key], indentation)
}
function action_tree(key, indentation) {
  return prefix[key] " " name[key] "\n" \
    trees("effect", effects_of[key], indentation) trees("action", actions_in[key], indentation)
}
function effect_tree(key, indentation) {
  return "effect " outcome[key] "\n" trees("action", actions_of[key], indentation)
}
