// The JavaScript half of the hooks. It does whatever the native half (natives.h) needs JavaScript for.
#pragma once

#include <node_api.h>

#include "hooks/js.h"

namespace nacd::hooks {

// One line each, not aligned: lines that are changed side by side merge.
// clang-format off
#define NACD_GLUE_FUNCTIONS(each) \
  each(callers)            /* (package) => "<kind><site>", see Naming */ \
  each(context)        /* () => the current naming context, or undefined */ \
  each(storage)        /* () => the AsyncLocalStorage of naming contexts */ \
  each(info)           /* (object) => its ObjectInfo, or undefined */ \
  each(setInfo)        /* (object, info) */ \
  each(slot)           /* Float64Array of one, shared: the naming context of what runs now, or 0: ask for it */ \
  each(wrapCallback)   /* (callback, context, name, phase, wait, object) => function that runs it in the context */ \
  each(delayCallback)  /* (callback, wait, object) => function that is late */ \
  each(delayPromise)   /* (promise, wait, object, name, phase, arguments) => promise; wait, name may be undefined */ \
  each(noted)          /* (function, name, phase) => function that calls note(name, phase) first */ \
  each(postpone)       /* (wait, function, self, arguments, promise) => promise or undefined */ \
  each(canPostpone)    /* (function, arguments, callback index, kinds) => whether the call surely does not throw */ \
  each(startLater)     /* (function, name) => function that starts a stream's work, if it is still wanted */ \
  each(pushLater)      /* (function) => function that pushes, if the stream still takes it */ \
  each(canPause)       /* (stream) => whether its connection reads, and can be stopped */ \
  each(pauseReading)   /* (stream, wait, name, phase): nothing is read from the system for so long */ \
  each(watchHandler)   /* (owner, holder, name, deliver): delays the function that a handle calls */ \
  each(watchArguments) /* (callback, watchers) => function that shows its arguments to the watchers first */ \
  each(watchResult)    /* (result, watch, promise): shows the result, or what it settles with, to `watch` */ \
  each(watchProperty)  /* (holder, name, watch): shows what a property holds to `watch`, when it is there */ \
  each(lateMessage)    /* (function, port, data, type) => function that dispatches it with the ports of now */ \
  each(timerCallback)  /* (callback, kind, decide, run) => function for a timer to call: glue/late-timers.js */ \
  each(timerResult)    /* (result, kind, decide, run, options) => promise or iterator that is late */ \
  each(clearedTimer)   /* (immediate): the program does not want it any more */ \
  each(apply)          /* (function, self, arguments): Reflect.apply */ \
  each(construct)      /* (class, arguments, new target): Reflect.construct */ \
  each(park)           /* (function, self, arguments, context) => the call, to be run in the async context of now */ \
  each(run)            /* (call): makes such a call */ \
  each(disguise)       /* (original, trap) => what looks like original and calls trap, see HookedCall */ \
  each(disguiseDirectly) /* (original, native) => the same that calls native with no `this`, or undefined */ \
  each(disguiseAsleep) /* (original, direct) => what looks like original and calls it until wake(), or undefined */ \
  each(wake)           /* (trapOf): what was disguised asleep calls trapOf(its number, from 0) from now on */ \
  each(ownMethod)      /* (name) => function that calls the method which the instance itself had */ \
  each(defineOwn)      /* (object, name, wrapper): replaces an instance's own method */ \
  each(firstTime)      /* (holder, class) => whether the holder was never hooked as that class */ \
  each(lookup)         /* (holder, name, named) => the function to replace, or undefined */ \
  each(define)         /* (holder, name, wrapper): replaces it where it was found */ \
  each(watchMethod)    /* (holder, name, seen): calls seen(object) for each that reads the method */ \
  each(promisified)    /* (function) => its util.promisify.custom, or undefined */ \
  each(setPromisified) /* (wrapper, original, custom): custom takes the place of original's */ \
  each(exported)       /* (exports, path, watch) => what lies there, no getter asked */ \
  each(ownHolder)      /* (object) => the prototype that is the object's class's own, else the object */ \
  each(limit) /* (callback, ms) => function that waits for ms of the program's own time */ \
  each(limitSet)       /* (handle, limited): that is what setTimeout returned for it */ \
  each(timer)          /* (callback, name, phase, repeats, gated) => {run}, the function for a timer that is traced */ \
  each(fires)          /* (timer, arguments, late) => whether its callback is called now: natives' fire() asks */ \
  each(fired)          /* (): that callback has returned, or it has thrown */ \
  each(timerId)        /* (handle) => the symbol by which timers have their number, or undefined */ \
  each(timersGoOn)     /* (news) => whether a timer of the program's will fire that may change anything */ \
  each(liveWait)       /* (promise, name): the program waits for a time */ \
  each(stallSoon)      /* (): has stall() called when the running callback is done */ \
  each(details)        /* (arguments) => what a call is given and where it is made, a line "key=value" each */ \
  each(rememberTimer)  /* (handle, timer): that is what setTimeout returned for it */ \
  each(takeTimer)      /* (handle, timer): the same for a timer of Node's own, whose callback is replaced */ \
  each(ownTimer)       /* (object, symbol's description) => Node's own timer of the object, or undefined */ \
  each(seeTimer)       /* (ms) => whether seenTimer() will return the timer that Node sets from now on */ \
  each(seenTimer)      /* () => that timer, or undefined */ \
  each(tracedTicks)    /* (iterator, name, phase) => the same, each tick of which is traced */ \
  each(forgetTimer)    /* (handle): it was cleared; calls cancelled(name) of the natives */
// clang-format on

// The functions of lib/preload/glue/index.js, under the names used there.
struct Glue {
#define NACD_DECLARE(name) Reference name;
  NACD_GLUE_FUNCTIONS(NACD_DECLARE)
#undef NACD_DECLARE
};

}  // namespace nacd::hooks
