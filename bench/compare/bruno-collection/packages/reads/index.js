module.exports = {
  status: () => res.status,
  method: () => req.getMethod(),
  set: (name, value) => bru.setVar(name, value),
};
